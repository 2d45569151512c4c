import { realClock, withinTime, type Clock } from '../contract/clock.js';
import { DOCS, PaymentError, type PaymentErrorCode } from '../contract/errors.js';
import { classifyStatus } from '../contract/meaning.js';
import { ATTEMPT_IN_FLIGHT, ATTEMPTS_PATH, PAYMENTS_ATTEMPT, PAYMENTS_MODE, toMode } from '../contract/protocol.js';
import { readReport, type AttemptStatus } from './attempt-report.js';
import {
  digestIfPossible,
  exchange,
  failed,
  lost,
  sendOnce,
  type Answer,
  type AttemptQuestion,
  type Binding,
  type PayFailure,
  type PayOptions,
  type PayResult,
  type Sent,
} from './proxy-request.js';
import { isReplayed, readResponse, type ReadResponse } from './response.js';

/** If the first answer does not say that the payment is made, this reads it, sends again, and asks for the outcome. */

const BASE_DELAY_MS = 300;
const MAX_DELAY_MS = 4000;
const RETRY_AFTER_SPREAD = 0.2;

interface SettleOptions extends PayOptions {
  readonly clock: Clock;
  readonly tryTimeout: number;
  /** The time of the last request, in ms since 1970. */
  readonly deadline: number;
}

/**
 * Never throws. The connection may break after the service has charged, so any uncertain outcome is `unknown`: an
 * `idempotent` proxy gets the same bytes again, under the same key.
 */
export async function settleAttempt(first: Sent, options: SettleOptions): Promise<PayResult> {
  const ending = await resend(first, options);
  return options.recovery && isUnconfirmed(ending) ? confirm(ending, options) : ending.result;
}

interface Ending {
  readonly result: PayResult;
  /** Whether sending again may resolve the outcome. */
  readonly inconclusive?: boolean;
  /** The status of a rejection by another server, or without the body that explains it. Then the proxy is asked. */
  readonly rejectedWith?: number;
}

async function resend(first: Sent, options: SettleOptions): Promise<Ending> {
  const { clock, deadline, tryTimeout } = options;
  const timeLeft = () => deadline - clock.now();
  let ending = read(first, options);
  let unknown: Ending | undefined;
  for (let tries = 1; ending.inconclusive && options.idempotent; tries++) {
    unknown = ending;
    const { result } = ending;
    const retryAfter = 'error' in result ? result.error.retryAfter : undefined;
    const delay = delayBeforeNext(tries, retryAfter, clock.random());
    if (delay >= timeLeft()) return unknown; // no time for another request
    await clock.sleep(delay);
    ending = read(await sendOnce(options, Math.min(tryTimeout, timeLeft()), clock), options);
  }
  // An earlier request may have charged, even if this one was rejected.
  return unknown && isUnconfirmed(ending) ? unknown : ending;
}

/** Returns ms with full jitter, also on top of `Retry-After` (seconds): many shoppers may receive the same value. */
function delayBeforeNext(tries: number, retryAfter: number | undefined, random: number): number {
  const backOff = random * Math.min(BASE_DELAY_MS * 2 ** (tries - 1), MAX_DELAY_MS);
  const minimum = (retryAfter ?? 0) * 1000 * (1 + RETRY_AFTER_SPREAD * random);
  return Math.max(backOff, minimum);
}

function read(sent: Sent, { clock, idempotent, interpretResponse }: SettleOptions): Ending {
  if (!sent.response) return { result: lost(sent.cause), inconclusive: true };
  if (!sent.isBelieved) return readStranger(sent);
  const { response, body } = sent;
  const { status } = response;
  const answer = readResponse(response, body, interpretResponse, clock.now());
  const { result, isByMerchant, isOwn, reported } = answer;
  if (idempotent && body.kind === 'none' && 'payment' in result && !isOwn) {
    // Any server can answer 200 without a body. The proxy answers the next request as a replay.
    const result = failed(new PaymentError('unreadable_answer', 'The response is empty.', { status }));
    return { result, inconclusive: true };
  }
  const replayed = isReplayed(response.headers);
  const isInFlight = reported?.code === ATTEMPT_IN_FLIGHT;
  // Another server has answered in place of the proxy, the answer is cut, or the attempt is in progress.
  const mayChange = isInFlight ? status === 409 : !isOwn || body.kind === 'cut';
  return {
    result: 'error' in result ? failed(result.error, result.mode, isRecorded(result, answer, replayed)) : result,
    inconclusive: !replayed && result.outcome === 'unknown' && !isByMerchant && mayChange,
    ...(hasLostBody(sent) && { rejectedWith: status }),
  };
}

/** The proxy explains what it rejects. Servers in front may remove the body and keep the headers. */
function hasLostBody({ binding, body, response: { status } }: Answer): boolean {
  return binding === 'own' && body.kind !== 'json' && isRejection(status);
}

/** Whether a request was rejected, which says nothing about an earlier copy of it. */
const isRejection = (status: number) => status >= 400 && status < 500 && status !== 402 && status !== 408;

/** Gateways answer 5xx, and another request may get through. Any other error is what the proxy says, or replaces it. */
function readStranger({ response, binding }: Answer): Ending {
  reportStranger(response, binding);
  const { status } = response;
  const text = `An answer with the status ${status} is not the proxy's, or not about this payment.`;
  const result = failed(new PaymentError('unreadable_answer', text, { status }));
  return status === 402 || isRejection(status) ? { result, rejectedWith: status } : { result, inconclusive: true };
}

/** Response headers of caches, which they also send with answers of the server. */
const CACHE_HEADERS = ['Age', 'X-Cache', 'X-Cache-Status', 'CF-Cache-Status'];
const FROM_CACHE = /^[1-9]|hit/i;

const WHAT: Readonly<Record<Binding, string>> = {
  own: 'has not the body of the proxy',
  other: 'is about another payment',
  none: `does not name its payment in ${PAYMENTS_ATTEMPT}`,
};

let isReported = false;

/** Logs once per page what may stand between page and proxy. */
export function reportStranger({ status, headers }: Response, binding: Binding): void {
  if (isReported) return;
  isReported = true;
  console.warn(
    `<payment-widget>: An answer (${status}) ${WHAT[binding]}, so it was ignored. ${sourceOf(headers)} ` +
      `Let nothing answer in place of the proxy. See ${DOCS}unreadable_answer`,
  );
}

export function sourceOf(headers: Headers): string {
  const name = CACHE_HEADERS.find((one) => FROM_CACHE.test(headers.get(one) ?? ''));
  if (name) return `This answer came from a cache (${name}: ${headers.get(name)}).`;
  const { navigator } = globalThis as { navigator?: Partial<Pick<Navigator, 'serviceWorker'>> };
  if (navigator?.serviceWorker?.controller) return 'This answer may come from the service worker of the page.';
  return 'This answer came from a cache, a gateway or another server.';
}

/** Codes of the proxy for an attempt that may have left no record. */
const UNRECORDED: readonly PaymentErrorCode[] = [ATTEMPT_IN_FLIGHT, 'store_unavailable'];

/** A rate limit, a login page or a store that is unavailable say nothing about an earlier request. */
function isRecorded(
  { outcome, error }: PayFailure,
  { isByMerchant, isOwn, reported }: ReadResponse,
  replayed: boolean,
): boolean {
  if (replayed) return true;
  if (error.code === 'conflict' && !reported) return false; // the proxy explains it
  if (outcome === 'unknown') return isOwn && !UNRECORDED.includes(error.code);
  if (error.status === 402 || (isByMerchant && isOwn)) return true;
  return error.code === 'idempotency_key_reused' || (error.status === 502 && error.code === 'service_unreachable');
}

function isUnconfirmed({ result, rejectedWith }: Ending): boolean {
  return rejectedWith !== undefined || (result.outcome === 'not_charged' && !result.isRecorded);
}

/**
 * Browsers send a request again by themselves when a connection breaks: a rejection that is not about the attempt
 * may answer the second copy, after the first one has charged.
 */
async function confirm({ result, rejectedWith }: Ending, options: PayOptions): Promise<PayResult> {
  const status = await askAttempt(options);
  const rejection = rejectedWith === undefined ? (result as PayFailure) : explain(rejectedWith, status, options);
  if (status.result?.outcome === 'not_charged') return { ...rejection, isRecorded: true };
  if (status.result) return status.result;
  const isOfToken = rejection.error.code === 'order_token_invalid'; // and each copy has that token
  if (status.state === 'not_found' || (status.state === 'unproven' && isOfToken)) return rejection;
  const code = status.state === 'processing' ? ATTEMPT_IN_FLIGHT : 'attempt_unknown';
  const message = `${(result as PayFailure).error.message} An earlier copy of the request may have been charged.`;
  return failed(new PaymentError(code, message), result.mode, status.state === 'unknown');
}

/** Says why the proxy has rejected the attempt if its body is lost: the status and the report are left. */
function explain(status: number, report: AttemptStatus, options: PayOptions): PayFailure {
  if (report.result?.outcome === 'not_charged') return report.result;
  const { mode, price } = report;
  if ('error' in report && report.error) return failed(report.error, mode);
  const text = `The proxy rejected the payment with the status ${status}. Nothing was sent.`;
  return failed(new PaymentError(codeOf(status, report, options), text, { status, cause: price }), mode);
}

function codeOf(status: number, { mode, price }: AttemptStatus, options: PayOptions): PaymentErrorCode {
  const { amount, currency } = options.order ?? {};
  if (status === 409 && price && (price.amount !== amount || price.currency !== currency)) return 'amount_changed';
  if (status === 403 && options.shownMode && mode && mode !== options.shownMode) return 'mode_mismatch';
  const meaning = classifyStatus(status, { kind: 'none' });
  return 'code' in meaning && meaning.outcome === 'not_charged' ? meaning.code : 'proxy_error';
}

const STATUS_TIMEOUT_MS = 10_000;

/** Asks the proxy for the outcome of an attempt. Never throws. */
export async function askAttempt(question: AttemptQuestion): Promise<AttemptStatus> {
  const { idempotencyKey, interpretResponse, binds, clock = realClock } = question;
  try {
    return await withinTime(STATUS_TIMEOUT_MS, clock, async (signal) => {
      const digest = binds ? await digestIfPossible(idempotencyKey) : undefined;
      // Caches answer by address, so the address differs by attempt and time.
      const path = digest ? `${ATTEMPTS_PATH}/${digest}?at=${clock.now()}` : ATTEMPTS_PATH;
      const answer = await exchange(question, path, { signal });
      const { response, body } = answer;
      if (!answer.isBelieved) reportStranger(response, answer.binding);
      if (!answer.isBelieved || response.status !== 200 || body.kind !== 'json') return { state: 'no_answer' };
      return readReport(body.value, toMode(response.headers.get(PAYMENTS_MODE)), interpretResponse);
    });
  } catch {
    return { state: 'no_answer' };
  }
}

/** The pauses before the first requests. */
const DELAYS_S: readonly number[] = [1, 2, 4, 8, 15];
const LAST_DELAY_S = 30;

/** The limit counts from the start of the attempt. */
const FOLLOW_LIMIT_MS = 10 * 60_000;

export interface FollowOptions extends AttemptQuestion {
  /** The start, in ms since 1970. Default: now. Requests that were due before now are skipped. */
  readonly since?: number | undefined;
  /** Called before each request until the proxy has declared whether it reports outcomes. Default: it does. */
  readonly supportsRecovery?: (() => Promise<boolean | undefined>) | undefined;
  /** Whether the proxy has rejected the attempt, so that `not_found` ends the questions. Default: false. */
  readonly isRejected?: boolean | undefined;
  /** Whether the proxy has a record of the attempt. Otherwise `not_found` is final. */
  readonly isRecorded?: boolean | undefined;
  /** Whether the proxy recognizes a late copy by its key. Otherwise `not_found` is not final. Default: it does. */
  readonly isIdempotent?: (() => boolean) | undefined;
  readonly endsWithAction?: boolean | undefined;
  readonly signal: AbortSignal;
}

/**
 * Asks after 1, 2, 4, 8, 15, 30, 30 … seconds, and for the last time after ten minutes, or at once if they have passed,
 * as on a computer that slept. Never throws. Returns `undefined` on abort, or if the outcome cannot become known.
 */
export async function followAttempt(options: FollowOptions): Promise<AttemptStatus | undefined> {
  const { clock = realClock, signal } = options;
  const started = options.since ?? clock.now();
  const age = () => clock.now() - started;
  let step = countDue(age());
  let supportsRecovery: boolean | undefined;
  let { isRecorded } = options;

  do {
    await clock.sleep(Math.min(delayBeforeMs(step++), FOLLOW_LIMIT_MS - age()), signal);
    if (signal.aborted) return undefined;
    supportsRecovery ??= await (options.supportsRecovery?.() ?? true);
    if (supportsRecovery === false) return undefined;
    if (supportsRecovery === undefined) continue; // the proxy does not respond
    const status = await askAttempt(options);
    isRecorded ||= status.state === 'unknown' || status.state === 'accepted';
    if (status.state === 'not_found' && options.isRejected) return undefined;
    if (isFinal(status, isRecorded, options)) return status;
  } while (age() < FOLLOW_LIMIT_MS);
  return undefined;
}

/** How many requests were due before now. */
function countDue(ageMs: number): number {
  let count = 0;
  while ((ageMs -= delayBeforeMs(count)) >= 0) count++;
  return count;
}

function isFinal(status: AttemptStatus, isRecorded: boolean, options: FollowOptions): boolean {
  if (status.state === 'accepted') return !!options.endsWithAction && 'action' in status.result;
  if (status.state === 'not_found') return !isRecorded && options.isIdempotent?.() !== false;
  return status.state === 'settled';
}

function delayBeforeMs(step: number): number {
  return (DELAYS_S[step] ?? LAST_DELAY_S) * 1000;
}
