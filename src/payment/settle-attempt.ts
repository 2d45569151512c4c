import { realClock, withinTime, type Clock } from '../contract/clock.js';
import { PaymentError, type PaymentErrorCode } from '../contract/errors.js';
import {
  ATTEMPT_IN_FLIGHT,
  ATTEMPT_NOT_FOUND,
  ATTEMPTS_PATH,
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_REPLAYED,
  PAYMENTS_MODE,
  toMode,
} from '../contract/protocol.js';
import { readReport, type AttemptStatus } from './attempt-report.js';
import {
  failed,
  fetchJson,
  lost,
  sendOnce,
  type AttemptQuestion,
  type PayFailure,
  type PayOptions,
  type PayResult,
  type Sent,
} from './proxy-request.js';
import { readProblem, readResponse, type ReadResponse } from './response.js';

/** Loaded if the first answer does not say that the payment is made: reads it, sends again, and asks the proxy for the outcome. */

const ONLINE_CHECK_INTERVAL_MS = 250;

const BASE_DELAY_MS = 300;
const MAX_DELAY_MS = 4000;
const RETRY_AFTER_SPREAD = 0.2;

interface SettleOptions extends PayOptions {
  readonly clock: Clock;
  readonly online: () => boolean;
  readonly tryTimeout: number;
  /** In ms since 1970. */
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
  readonly saysOutcome?: boolean;
}

async function resend(first: Sent, options: SettleOptions): Promise<Ending> {
  const { clock, online, deadline, tryTimeout } = options;
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
    while (!online() && timeLeft() > 0) await clock.sleep(Math.min(ONLINE_CHECK_INTERVAL_MS, timeLeft()));
    if (timeLeft() <= 0) return unknown;
    ending = read(await sendOnce(options, Math.min(tryTimeout, timeLeft()), clock), options);
  }
  // An earlier request may have charged, even if this one was rejected.
  return unknown && isUnconfirmed(ending) ? unknown : ending;
}

/** In ms. Full jitter, also on top of `Retry-After` (in seconds), since many shoppers may receive the same value. */
export function delayBeforeNext(tries: number, retryAfter: number | undefined, random: number): number {
  const backOff = random * Math.min(BASE_DELAY_MS * 2 ** (tries - 1), MAX_DELAY_MS);
  const minimum = (retryAfter ?? 0) * 1000 * (1 + RETRY_AFTER_SPREAD * random);
  return Math.max(backOff, minimum);
}

function read(sent: Sent, { clock, idempotent, interpretResponse }: SettleOptions): Ending {
  if (!sent.response) return { result: lost(sent.cause), inconclusive: true };
  const { response, body } = sent;
  const { status, headers } = response;
  const answer = readResponse(response, body, interpretResponse, clock.now());
  const { result, isByMerchant, isOwn, reported } = answer;
  if (idempotent && body.kind === 'none' && 'payment' in result && !isOwn) {
    // Any server can answer 200 without a body. The proxy answers the next request as a replay.
    const error = new PaymentError('unreadable_answer', 'The response is empty.', { status });
    return { result: failed(error), inconclusive: true };
  }
  const replayed = headers.get(IDEMPOTENCY_REPLAYED) === 'true';
  const isInFlight = reported?.code === ATTEMPT_IN_FLIGHT;
  // Another server has answered in place of the proxy, the answer is cut, or the attempt is in progress.
  const mayChange = isInFlight ? status === 409 : !isOwn || body.kind === 'cut';
  return {
    result: 'error' in result ? failed(result.error, result.mode, replayed || isRecorded(result, answer)) : result,
    inconclusive: !replayed && result.outcome === 'unknown' && !isByMerchant && mayChange,
    saysOutcome: reported?.outcome !== undefined,
  };
}

/** Codes of the proxy for an attempt that may have left no record. */
const UNRECORDED: readonly PaymentErrorCode[] = [ATTEMPT_IN_FLIGHT, 'store_unavailable'];

/** A rate limit, a login page or a store that is unavailable say nothing about an earlier request. */
function isRecorded({ outcome, error }: PayFailure, { isByMerchant, isOwn }: ReadResponse): boolean {
  if (outcome === 'unknown') return isOwn && !UNRECORDED.includes(error.code);
  if (error.status === 402 || (isByMerchant && isOwn)) return true;
  return error.code === 'idempotency_key_reused' || (error.status === 502 && error.code === 'service_unreachable');
}

function isUnconfirmed({ result }: Ending): boolean {
  return result.outcome === 'not_charged' && !result.isRecorded;
}

/**
 * Browsers send a request again by themselves when a connection breaks: a rejection that is not about the attempt
 * may answer the second copy, after the first one has charged.
 */
async function confirm({ result, saysOutcome }: Ending, options: PayOptions): Promise<PayResult> {
  const status = await askAttempt(options);
  if (status.result?.outcome === 'not_charged') return { ...(result as PayFailure), isRecorded: true };
  if (status.result) return status.result;
  if (status.state === 'not_found' || (status.state === 'no_answer' && saysOutcome)) return result;
  const code = status.state === 'processing' ? ATTEMPT_IN_FLIGHT : 'attempt_unknown';
  const message = `${(result as PayFailure).error.message} An earlier copy of the request may have been charged.`;
  return failed(new PaymentError(code, message), result.mode, status.state === 'unknown');
}

const STATUS_TIMEOUT_MS = 10_000;

/** Never throws. */
export async function askAttempt(question: AttemptQuestion): Promise<AttemptStatus> {
  const { idempotencyKey, interpretResponse, clock = realClock } = question;
  try {
    return await withinTime(STATUS_TIMEOUT_MS, clock, async (signal) => {
      const init = { headers: { [IDEMPOTENCY_KEY]: idempotencyKey }, signal };
      const [{ status, headers }, body] = await fetchJson(question, ATTEMPTS_PATH, init);
      // Any other 404 comes from a gateway, or from a proxy without this route.
      const isUnknownAttempt = status === 404 && readProblem(body, headers)?.code === ATTEMPT_NOT_FOUND;
      if (isUnknownAttempt) return { state: 'not_found' };
      if (status !== 200 || body.kind !== 'json') return { state: 'no_answer' };
      return readReport(body.value, toMode(headers.get(PAYMENTS_MODE)), interpretResponse);
    });
  } catch {
    return { state: 'no_answer' };
  }
}

/** Before each request. */
const DELAYS_S: readonly number[] = [1, 2, 4, 8, 15];
const LAST_DELAY_S = 30;

/** Since the start of the attempt. */
const FOLLOW_LIMIT_MS = 10 * 60_000;

/** Since the last request was sent. A proxy can store a copy of it for as long as it works on it: 40 s. */
const LATEST_CLAIM_MS = 40_000;

export interface FollowOptions extends AttemptQuestion {
  /** In ms since 1970. Default: now. Requests that were due before now are skipped. */
  readonly since?: number | undefined;
  /** Called before each request until it is known. Default: it does. */
  readonly supportsRecovery?: (() => Promise<boolean | undefined>) | undefined;
  /** Then `not_found` ends the questions. */
  readonly isRejected?: boolean | undefined;
  /** Else `not_found` ends the questions after 40 s. */
  readonly isRecorded?: boolean | undefined;
  /** Else `not_found` is not final: a late request may not be recognized by its key. Default: it is. */
  readonly isIdempotent?: (() => boolean) | undefined;
  readonly endsWithAction?: boolean | undefined;
  readonly signal: AbortSignal;
}

/**
 * After 1, 2, 4, 8, 15, 30, 30 … seconds, and for the last time after ten minutes, or at once if they have passed,
 * as on a computer that slept. Never throws. `undefined` on abort, or if the outcome cannot become known.
 */
export async function followAttempt(options: FollowOptions): Promise<AttemptStatus | undefined> {
  const { clock = realClock, signal } = options;
  const started = options.since ?? clock.now();
  const age = () => clock.now() - started;
  let step = 0;
  for (let past = age(); (past -= delayBeforeMs(step)) >= 0;) step++; // skips requests that were due already
  let supportsRecovery: boolean | undefined;
  let isRecorded = options.isRecorded ?? false;

  do {
    await clock.sleep(Math.min(delayBeforeMs(step++), FOLLOW_LIMIT_MS - age()), signal);
    if (signal.aborted) return undefined;
    supportsRecovery ??= await (options.supportsRecovery?.() ?? true);
    if (supportsRecovery === false) return undefined;
    const status = supportsRecovery ? await askAttempt(options) : undefined;
    if (status?.state === 'settled') return status;
    if (options.endsWithAction && status?.state === 'accepted' && 'action' in status.result) return status;
    isRecorded ||= status?.state === 'unknown' || status?.state === 'accepted';
    if (status?.state !== 'not_found') continue;
    if (options.isRejected) return undefined;
    const isFinal = !isRecorded && age() >= LATEST_CLAIM_MS && options.isIdempotent?.() !== false;
    if (isFinal) return { state: 'not_found' };
  } while (age() < FOLLOW_LIMIT_MS);
  return undefined;
}

function delayBeforeMs(step: number): number {
  return (DELAYS_S[step] ?? LAST_DELAY_S) * 1000;
}
