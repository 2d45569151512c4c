import { isPaymentErrorCode, PaymentError, type ErrorOutcome, type PaymentErrorCode } from '../errors.js';
import { problem, proxyConfig, type Problem, type ProxyConfig } from '../payment/schema.js';
import {
  CONFIG_PATH,
  IDEMPOTENCY_KEY,
  JSON_TYPE,
  judge,
  PAYMENTS_MODE,
  PAYMENTS_PATH,
  PROBLEM_TYPE,
  readAnswer,
  RETRY_AFTER,
  toMode,
  type AnswerBody,
  type Mode,
  type Verdict,
} from './protocol.js';
import { parseRetryAfter } from './retry.js';

/** How long the page waits for `/config`, in ms. Pay waits for it, so it is short. */
const CONFIG_TIMEOUT = 10_000;

/** Browsers refuse a larger body, and share 64 KiB between all such requests of a page; a payment takes half of one. */
const KEEPALIVE_LIMIT = 16_000;

/** An answer as a merchant's `interpretResponse` reads it. */
export interface PaymentAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON body. */
  readonly body: unknown;
}

/** What an answer means. A merchant who knows the service's body may decide it. */
export type PaymentMeaning = 'paid' | 'pending' | ErrorOutcome;

const MEANINGS: readonly PaymentMeaning[] = ['paid', 'pending', 'not_charged', 'unknown'];

/** Decides what an answer with a JSON body means; `undefined` leaves it to the widget. */
export type InterpretResponse = (answer: PaymentAnswer) => PaymentMeaning | undefined;

export interface PayOptions {
  /** Absolute URL of the merchant's proxy. */
  proxyUrl: string;
  /** The request body, already JSON. Sent once, as it is. */
  body: string;
  idempotencyKey: string;
  /** Limit for the whole attempt, in ms. */
  timeout: number;
  interpretResponse?: InterpretResponse | undefined;
}

/** How an attempt ended. `mode` is what the answer said, if it said anything. */
export type PayResult =
  | { outcome: 'paid' | 'pending'; payment: unknown; status: number; mode: Mode | undefined }
  | { outcome: ErrorOutcome; error: PaymentError; mode: Mode | undefined };

/**
 * Sends one payment, once, and says how it ended. Never throws and never sends again: the connection may break
 * after the service has charged, so anything that is not certain ends as `unknown`.
 */
export async function pay(options: PayOptions): Promise<PayResult> {
  const { navigator } = globalThis as { navigator?: { onLine?: boolean } }; // servers have none
  if (navigator?.onLine === false) {
    return failed(new PaymentError('offline', 'The browser is offline, nothing was sent.'));
  }
  let response: Response;
  let body: AnswerBody;
  try {
    response = await fetch(options.proxyUrl + PAYMENTS_PATH, {
      method: 'POST',
      headers: { 'Content-Type': JSON_TYPE, Accept: JSON_TYPE, [IDEMPOTENCY_KEY]: options.idempotencyKey },
      body: options.body,
      credentials: 'same-origin',
      redirect: 'manual', // following one would hand the card to another address
      cache: 'no-store',
      keepalive: options.body.length < KEEPALIVE_LIMIT,
      signal: AbortSignal.timeout(options.timeout),
    });
    body = await readAnswer(response);
  } catch (cause) {
    const code = cause instanceof DOMException && cause.name === 'TimeoutError' ? 'timeout' : 'connection_lost';
    return failed(new PaymentError(code, 'The request was sent, but no whole answer came back.', { cause }));
  }
  return interpret(response, body, options.interpretResponse);
}

/**
 * Asks the proxy what it can do.
 * @returns `{}` when the proxy has no `/config`: then nothing is assumed
 * @throws when no answer came, or one that says to ask again
 */
export async function loadProxyConfig(proxyUrl: string): Promise<ProxyConfig> {
  const response = await fetch(proxyUrl + CONFIG_PATH, {
    headers: { Accept: JSON_TYPE },
    credentials: 'same-origin',
    redirect: 'manual',
    cache: 'no-store',
    signal: AbortSignal.timeout(CONFIG_TIMEOUT),
  });
  if (response.status >= 500 || response.status === 429 || response.status === 408) {
    throw new Error(`The proxy answered ${response.status}.`); // passes; that is no proxy without /config
  }
  const body = await readAnswer(response);
  const config = response.ok && body.kind === 'json' ? proxyConfig().safeParse(body.value) : undefined;
  return { mode: toMode(response.headers.get(PAYMENTS_MODE)), ...config?.data };
}

function interpret(response: Response, body: AnswerBody, decide: InterpretResponse | undefined): PayResult {
  const { status, headers } = response;
  const mode = toMode(headers.get(PAYMENTS_MODE));
  const payment = body.kind === 'json' ? body.value : null;
  const verdict = judge(status, body);

  let meaning: PaymentMeaning | undefined;
  try {
    if (isForMerchant(body, headers)) meaning = decide?.({ status, headers, body: payment });
    if (meaning !== undefined && !MEANINGS.includes(meaning)) {
      throw new TypeError(`Expected one of ${MEANINGS.join(', ')}, or undefined.`);
    }
  } catch (cause) {
    return failed(new PaymentError('unreadable_answer', 'interpretResponse failed.', { status, cause }), mode);
  }
  const outcome = meaning ?? verdict.outcome;
  if (outcome === 'paid' || outcome === 'pending') return { outcome, payment, status, mode };

  const told = meaning ? undefined : readProblem(body, headers);
  const error = new PaymentError(
    isPaymentErrorCode(told?.code) ? told.code : codeOf(verdict, outcome),
    told?.detail ?? told?.title ?? `The proxy answered ${status}.`,
    {
      outcome: told?.outcome ?? outcome,
      status,
      retryAfter: parseRetryAfter(headers.get(RETRY_AFTER)),
      cause: told,
    },
  );
  return failed(error, mode);
}

/** There has to be a body that a merchant can know; a redirect or a gateway has none, a proxy's problem is not the service's. */
function isForMerchant(body: AnswerBody, headers: Headers): boolean {
  return body.kind === 'json' && !isProblem(headers);
}

function isProblem(headers: Headers): boolean {
  return headers.get('Content-Type')?.startsWith(PROBLEM_TYPE) ?? false;
}

function codeOf(verdict: Verdict, outcome: ErrorOutcome): PaymentErrorCode {
  if ('code' in verdict && verdict.outcome === outcome) return verdict.code;
  return outcome === 'unknown' ? 'unexpected_answer' : 'declined';
}

/** The members that we know of an error body. Only our own media type may name a code; any JSON may name the outcome. */
function readProblem(body: AnswerBody, headers: Headers): Problem | undefined {
  if (body.kind !== 'json') return undefined;
  const parsed = problem().safeParse(body.value).data;
  // Another amount can only be asked for when it is known.
  if (parsed?.code === 'amount_changed' && !(parsed.amount && parsed.currency)) delete parsed.code;
  if (isProblem(headers)) return parsed;
  return parsed?.outcome && { outcome: parsed.outcome };
}

function failed(error: PaymentError, mode?: Mode): PayResult {
  return { outcome: error.outcome, error, mode };
}
