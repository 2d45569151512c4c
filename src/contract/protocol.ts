import type { ErrorOutcome, PaymentErrorCode } from './errors.js';

/** Path of the payment operation, below the proxy's and the service's base URL alike. */
export const PAYMENTS_PATH = '/v1/payments';
/** Path, below the proxy URL, where the proxy says what it can do. */
export const CONFIG_PATH = '/config';
/** Path, below the proxy URL, where the proxy says what became of an attempt; its key follows. */
export const ATTEMPTS_PATH = '/attempts/';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';
/** `true` on an answer that was given before, to this attempt or to another for the same order. */
export const IDEMPOTENCY_REPLAYED = 'Idempotency-Replayed';
export const PAYMENTS_MODE = 'Payments-Mode';
export const RETRY_AFTER = 'Retry-After';
/** Code of the proxy's 409 when the same attempt is on its way already. */
export const ATTEMPT_IN_FLIGHT = 'attempt_in_flight';

export const JSON_TYPE = 'application/json';
/** RFC 9457. */
export const PROBLEM_TYPE = 'application/problem+json';

/** Which kind of API key the proxy holds. */
export type Mode = 'test' | 'live';

/** Narrows any header or member to a mode. */
export function toMode(value: unknown): Mode | undefined {
  return value === 'test' || value === 'live' ? value : undefined;
}

/** A new key for one attempt: 256 random bits as 43 base64url characters. */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
}

/** Whether a key is one that the contract allows: 22 base64url characters (128 bits) or more. */
export function isIdempotencyKey(key: string | null): key is string {
  return key !== null && /^[\w-]{22,255}$/.test(key);
}

/**
 * The body of an answer.
 * `none`: empty or not JSON, which is no reason for doubt, since the service's body is not shown.
 * `page`: HTML, so another server than the one that was meant has answered.
 * `cut`: says that it is JSON and is not, so part of it is missing.
 */
export type AnswerBody =
  | { readonly kind: 'json'; readonly text: string; readonly value: unknown }
  | { readonly kind: 'none' | 'page' | 'cut' };

/**
 * Reads a whole answer.
 * @throws what `fetch` throws when the connection breaks before the end
 */
export async function readAnswer(response: Response): Promise<AnswerBody> {
  return parseAnswer(await response.text(), response.headers);
}

/** What the text of an answer is. */
export function parseAnswer(text: string, headers: Headers): AnswerBody {
  const type = headers.get('Content-Type') ?? '';
  if (text.trim() === '') return { kind: 'none' };
  if (/\bx?html\b/i.test(type) || /^\s*<(!doctype )?html\b/i.test(text)) return { kind: 'page' };
  try {
    return { kind: 'json', text, value: JSON.parse(text) as unknown };
  } catch {
    return { kind: /\bjson\b/i.test(type) ? 'cut' : 'none' };
  }
}

/** What a status says by itself. 200 is the only one that the service documents; the rest is our reading. */
export type Verdict =
  { readonly outcome: 'paid' | 'pending' } | { readonly outcome: ErrorOutcome; readonly code: PaymentErrorCode };

const REFUSALS: Readonly<Record<number, PaymentErrorCode>> = {
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

/**
 * What an answer means for the money: success, certainly not charged, or unknown.
 * Whatever is not certain is unknown; a payment is never called failed because nobody could tell.
 */
export function judge(status: number, body: AnswerBody): Verdict {
  const readable = body.kind === 'json' || body.kind === 'none';
  if (status === 200 || status === 201) return readable ? { outcome: 'paid' } : unknown('unreadable_answer');
  if (status === 202) return readable ? { outcome: 'pending' } : unknown('unreadable_answer');
  const refusal = REFUSALS[status];
  if (refusal) return { outcome: 'not_charged', code: refusal };
  if (status === 408) return unknown('timeout');
  if (status === 409) return unknown('conflict');
  return unknown(status >= 500 ? 'service_error' : 'unexpected_answer');
}

function unknown(code: PaymentErrorCode): Verdict {
  return { outcome: 'unknown', code };
}
