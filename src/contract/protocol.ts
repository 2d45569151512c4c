import type { ErrorOutcome, PaymentErrorCode } from './errors.js';

export const PAYMENTS_PATH = '/v1/payments';
export const CONFIG_PATH = '/config';
/** Path of an attempt's outcome. The idempotency key is in the header. */
export const ATTEMPTS_PATH = '/attempts';

/** Path of the networks of a card, followed by `/` and the first eight digits of its number. */
export const NETWORKS_PATH = '/networks';

/** Path of the page with the form of isolated mode. Its files are below it. */
export const FRAME_PATH = '/frame';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';
/** Request header for the order token: a compact JWS (HS256) that names the order, its price and its expiry. */
export const ORDER_TOKEN = 'Order-Token';
/** `true` on a stored response, of this attempt or of another one for the same order. */
export const IDEMPOTENCY_REPLAYED = 'Idempotency-Replayed';
export const PAYMENTS_MODE = 'Payments-Mode';
export const RETRY_AFTER = 'Retry-After';
/** Code of the proxy's 409 while the same attempt is in progress. */
export const ATTEMPT_IN_FLIGHT = 'attempt_in_flight';
/**
 * Code of the proxy's 404 for an attempt that it has not received. A 404 without it may come from another server, or from a
 * proxy without this route.
 */
export const ATTEMPT_NOT_FOUND = 'attempt_not_found';

export const JSON_TYPE = 'application/json';
/** RFC 9457. */
export const PROBLEM_TYPE = 'application/problem+json';

/** The kind of API key that the proxy holds. */
export type Mode = 'test' | 'live';

export function toMode(value: unknown): Mode | undefined {
  return value === 'test' || value === 'live' ? value : undefined;
}

/** 256 random bits as 43 base64url characters. */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
}

/** 22 base64url characters (128 bits) or more. */
export function isIdempotencyKey(key: string | null): key is string {
  return key !== null && /^[\w-]{22,255}$/.test(key);
}

/**
 * The body of a response.
 * `none`: empty or not JSON. Leaves the status valid, since the service documents no body.
 * `page`: HTML, so another server has answered.
 * `cut`: declared as JSON, but does not parse, so it is truncated.
 */
export type AnswerBody =
  | { readonly kind: 'json'; readonly text: string; readonly value: unknown }
  | { readonly kind: 'none' | 'page' | 'cut' };

/** In characters. An action alone may have 20 fields of 8,192 characters. */
const ANSWER_LIMIT = 256 * 1024;

/**
 * Of a page, the start is enough.
 * @throws what `fetch` throws if the connection breaks before the end
 * @throws {RangeError} if the body is too long to be the proxy's
 */
export async function readAnswer(response: Response, isKnown?: boolean): Promise<AnswerBody> {
  const { body, headers } = response;
  if (!body) return parseAnswer(await response.text(), headers, isKnown); // or the page has replaced fetch()
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let read = await reader.read(); read.value; read = await reader.read()) {
    text += decoder.decode(read.value, { stream: true });
    if (text.length <= ANSWER_LIMIT) continue;
    void reader.cancel().catch(() => undefined);
    if (isPage(text, headers)) break;
    throw new RangeError('The response is too long.');
  }
  return parseAnswer(text + decoder.decode(), headers, isKnown);
}

/** @param isKnown - whether the sender is known, so that a JSON object counts under the media type of a page, too */
export function parseAnswer(text: string, headers: Headers, isKnown = false): AnswerBody {
  if (text.trim() === '') return { kind: 'none' };
  const isOfPage = isPage(text, headers);
  if (isOfPage && !(isKnown && /^\s*\{/.test(text))) return { kind: 'page' };
  try {
    return { kind: 'json', text, value: JSON.parse(text) as unknown };
  } catch {
    if (isOfPage) return { kind: 'page' };
    return { kind: /\bjson\b/i.test(typeOf(headers)) ? 'cut' : 'none' };
  }
}

export function isPage(text: string, headers: Headers): boolean {
  return /\bx?html\b/i.test(typeOf(headers)) || /^\s*<(!doctype )?html\b/i.test(text);
}

const typeOf = (headers: Headers) => headers.get('Content-Type') ?? '';

/** The meaning of a status. The service documents 200 only; the rest follows HTTP. */
export type StatusMeaning =
  { readonly outcome: 'paid' | 'pending' } | { readonly outcome: ErrorOutcome; readonly code: PaymentErrorCode };

const REJECTIONS: Readonly<Record<number, PaymentErrorCode>> = {
  400: 'invalid_request',
  401: 'not_authorized',
  402: 'declined',
  403: 'not_authorized',
  404: 'not_found',
  405: 'not_found',
  413: 'invalid_request',
  415: 'invalid_request',
  422: 'invalid_request',
  429: 'rate_limited',
};

/** Anything uncertain is `unknown`, never `not_charged`. */
export function classifyStatus(status: number, body: AnswerBody): StatusMeaning {
  const readable = body.kind === 'json' || body.kind === 'none';
  if (status === 200 || status === 201) return readable ? { outcome: 'paid' } : unknown('unreadable_answer');
  if (status === 202) return readable ? { outcome: 'pending' } : unknown('unreadable_answer');
  const rejection = REJECTIONS[status];
  if (rejection) return { outcome: 'not_charged', code: rejection };
  if (status === 408) return unknown('timeout');
  if (status === 409) return unknown('conflict');
  return unknown(status >= 500 ? 'service_error' : 'unexpected_answer');
}

function unknown(code: PaymentErrorCode): StatusMeaning {
  return { outcome: 'unknown', code };
}
