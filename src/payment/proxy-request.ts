import { readAnswer, type AnswerBody } from '../contract/answer.js';
import { isTimeout, withinTime, type Clock } from '../contract/clock.js';
import { PaymentError, type ErrorOutcome } from '../contract/errors.js';
import type { InterpretResponse } from '../contract/meaning.js';
import {
  digestOf,
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_REPLAYED,
  isDigest,
  JSON_TYPE,
  ORDER_TOKEN,
  PAYMENTS_ATTEMPT,
  PAYMENTS_MODE,
  PAYMENTS_PATH,
  PROBLEM_TYPE,
  toMode,
  type Mode,
} from '../contract/protocol.js';
import { own } from '../contract/security.js';
import type { Order } from './outcome.js';

export interface ProxyAddress {
  readonly proxyUrl: string;
  /** Called for each request, since the page may have renewed the token. */
  readonly orderToken?: (() => string | undefined) | undefined;
  readonly fetch?: typeof fetch | undefined;
  /** Whether JSON under the media type of a page counts. Default: true, as `/config` and `/attempts` are recognized. */
  readonly isKnown?: boolean | undefined;
}

type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

/**
 * A script of the page may have added options to `Object.prototype`, which `fetch` takes: ours inherit nothing.
 * Throws what `fetch` throws, also when the connection breaks within the body, and if the body is too long.
 */
export async function fetchJson(
  { proxyUrl, orderToken, fetch: send = fetch, isKnown = true }: ProxyAddress,
  path: string,
  init: Init,
): Promise<[Response, AnswerBody]> {
  const token = orderToken?.();
  const options = own<RequestInit>({
    credentials: 'same-origin',
    redirect: 'manual', // a redirect would send the card to another address
    cache: 'no-store',
    ...init,
  });
  options.headers = { Accept: JSON_TYPE, ...(token && { [ORDER_TOKEN]: token }), ...own(init).headers };
  const response = await send(proxyUrl + path, options);
  return [response, await readAnswer(response, isKnown)];
}

/** Why `/config` could not be read: an answer that is no configuration, or no response. */
export type ConfigFailure = 'refused' | 'silent';

/** A number of characters. Browsers limit all `keepalive` bodies of a page to 64 KiB. A payment has about 500 bytes. */
const KEEPALIVE_LIMIT = 16_000;

/** A question to the proxy about an attempt. */
export interface AttemptQuestion extends ProxyAddress {
  readonly idempotencyKey: string;
  readonly interpretResponse?: InterpretResponse | undefined;
  /** Whether the proxy names the attempt in each answer. Default: false. Then answers that name none are believed. */
  readonly binds?: boolean | undefined;
  readonly clock?: Clock | undefined;
}

export interface SendRequest extends AttemptQuestion {
  readonly body: string;
  /** The mode that the page shows: the proxy refuses another one. Default: none is sent. */
  readonly shownMode?: Mode | undefined;
  /** Whether sending again is safe. Default: false, one request. */
  readonly idempotent?: boolean | undefined;
  /** With `omit`, browsers use a new connection, where no browser sends a request twice. Default: `same-origin`. */
  readonly credentials?: 'same-origin' | 'omit' | undefined;
}

export interface PayOptions extends SendRequest {
  /** Milliseconds, for the whole attempt. */
  readonly timeout: number;
  /** Milliseconds, for one request. Default: 45000. Without `idempotent`, only `timeout` applies. */
  readonly tryTimeout?: number | undefined;
  /** Whether the proxy reports the outcome of attempts. Default: false. */
  readonly recovery?: boolean | undefined;
  /** The price, as shown to the shopper. */
  readonly order?: Pick<Order, 'amount' | 'currency'> | undefined;
  /** Default: `navigator.onLine`. */
  readonly online?: (() => boolean) | undefined;
  /** Called when an answer arrives that may have to be explained to the shopper. */
  readonly onUnclear?: (() => void) | undefined;
}

/** The whole response, or why there is none. */
export type Sent = Answer | { readonly response?: undefined; readonly cause: unknown };

export interface Answer {
  readonly response: Response;
  readonly body: AnswerBody;
  readonly binding: Binding;
  /** Whether the proxy has answered. Another server, or one that replaces the body, says nothing about the attempt. */
  readonly isBelieved: boolean;
}

/** Sends a request about an attempt. Throws as {@link fetchJson} does. */
export async function exchange(question: AttemptQuestion, path: string, init: Init): Promise<Answer> {
  const { idempotencyKey, binds } = question;
  const computing = digestIfPossible(idempotencyKey); // in parallel, since the request leaves in this task
  computing.catch(() => undefined); // the request may fail first
  const headers = { [IDEMPOTENCY_KEY]: idempotencyKey, ...own(init).headers };
  const [response, body] = await fetchJson(question, path, { ...init, headers });
  const digest = await computing;
  const binding = bindingOf(response, body, digest);
  const mayNameNone = !binds || digest === undefined;
  return {
    response,
    body,
    binding,
    isBelieved: binding === 'own' ? body.kind !== 'page' : binding === 'none' && mayNameNone,
  };
}

/**
 * Caches answer by address, and service workers and gateways in the place of the proxy. So an answer names its attempt:
 * `own` is about the attempt of the request, `other` about another one, and `none` names none.
 */
export type Binding = 'own' | 'other' | 'none';

/** Returns `undefined` in a page that was loaded over http: it cannot compute digests, and pays with Test keys only. */
export async function digestIfPossible(key: string): Promise<string | undefined> {
  const { isSecureContext = true } = globalThis as { readonly isSecureContext?: boolean }; // Node has none
  return isSecureContext ? digestOf(key) : undefined;
}

function bindingOf({ headers }: Response, body: AnswerBody, digest: string | undefined): Binding {
  const named = headers.get(PAYMENTS_ATTEMPT) ?? attemptIn(body);
  if (!named || !digest) return 'none';
  return named === digest ? 'own' : 'other';
}

/** Servers in front may drop headers. Services may have a member of that name with another value. */
function attemptIn(body: AnswerBody): string | undefined {
  if (body.kind !== 'json' || typeof body.value !== 'object') return undefined;
  const { attempt } = own(body.value) as { attempt?: unknown };
  return isDigest(attempt) ? attempt : undefined;
}

/** The limit covers the response body. Never throws. */
export async function sendOnce(request: SendRequest, limitMs: number, clock: Clock): Promise<Sent> {
  try {
    const { shownMode } = request;
    return await withinTime(limitMs, clock, (signal) =>
      exchange({ isKnown: false, ...request }, PAYMENTS_PATH, {
        method: 'POST',
        headers: { 'Content-Type': JSON_TYPE, ...(shownMode && { [PAYMENTS_MODE]: shownMode }) },
        body: request.body,
        credentials: request.credentials ?? 'same-origin',
        keepalive: request.body.length < KEEPALIVE_LIMIT,
        signal,
      }),
    );
  } catch (cause) {
    return { cause };
  }
}

/** `mode` is `undefined` if the response did not name it. A `replayed` result has answered another request before. */
export type PayResult = PayAcceptance | PayFailure;

export interface PayAcceptance {
  readonly outcome: 'paid' | 'pending';
  readonly payment: unknown;
  readonly status: number;
  readonly mode: Mode | undefined;
  readonly replayed?: true;
  /** With `pending`: what the shopper has to do next, before it is checked. */
  readonly action?: unknown;
}

/** The result of an order that was paid in this browser before. */
export const PAID_BEFORE: PayAcceptance = {
  outcome: 'paid',
  payment: null,
  status: 200,
  mode: undefined,
  replayed: true,
};

export interface PayFailure {
  readonly outcome: ErrorOutcome;
  readonly error: PaymentError;
  readonly mode: Mode | undefined;
  /** Whether the proxy has a record of the attempt. Otherwise an earlier request with its key may still arrive. */
  readonly isRecorded?: boolean;
}

export function failed(error: PaymentError, mode?: Mode, isRecorded?: boolean): PayFailure {
  return { outcome: error.outcome, error, mode, ...(isRecorded && { isRecorded }) };
}

export function lost(cause: unknown): PayFailure {
  const code = isTimeout(cause) ? 'timeout' : 'connection_lost';
  return failed(new PaymentError(code, 'The request was sent, but no complete response arrived.', { cause }));
}

/** Reads an answer that says without doubt that the payment is made; `settle-attempt.ts` reads others. Never throws. */
export function readPaid(sent: Sent, interpretResponse: InterpretResponse | undefined): PayAcceptance | undefined {
  if (!sent.response || !sent.isBelieved || sent.body.kind !== 'json') return undefined;
  const { status, headers } = sent.response;
  const payment = sent.body.value;
  try {
    if ((status !== 200 && status !== 201) || isProblem(headers) || headers.get(IDEMPOTENCY_REPLAYED)) return undefined;
    const meaning = interpretResponse?.({ status, headers, body: payment });
    if (meaning !== undefined && meaning !== 'paid') return undefined;
    return { outcome: 'paid', payment, status, mode: toMode(headers.get(PAYMENTS_MODE)) };
  } catch {
    return undefined; // the page has replaced fetch(), or its function failed
  }
}

export function isProblem(headers: Headers): boolean {
  return headers.get('Content-Type')?.startsWith(PROBLEM_TYPE) ?? false;
}
