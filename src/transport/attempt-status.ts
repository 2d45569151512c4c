import type { InterpretResponse } from '../contract/answer.js';
import type { AttemptStatus } from './attempt-report.js';
import { realClock, withinTime, type Clock } from '../contract/clock.js';
import { fetchJson, type ProxyAddress } from './fetch-json.js';
import { readProblem } from './response.js';
import { ATTEMPT_NOT_FOUND, ATTEMPTS_PATH, IDEMPOTENCY_KEY, PAYMENTS_MODE, toMode } from '../contract/protocol.js';

const STATUS_TIMEOUT_MS = 10_000;

/** Before each request. */
const DELAYS_S: readonly number[] = [1, 2, 4, 8, 15];
const LAST_DELAY_S = 30;

/** Since the start of the attempt. */
const FOLLOW_LIMIT_MS = 10 * 60_000;

/** Since the last request was sent. A proxy can store a copy of it for as long as it works on it: 40 s. */
const LATEST_CLAIM_MS = 40_000;

interface AskOptions extends ProxyAddress {
  readonly idempotencyKey: string;
  readonly interpretResponse?: InterpretResponse | undefined;
  readonly clock?: Clock | undefined;
}

export interface FollowOptions extends AskOptions {
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

type FollowedStatus =
  | Extract<AttemptStatus, { state: 'settled' | 'accepted' }>
  | { readonly state: 'not_found'; readonly result?: undefined };

/**
 * Never throws. An ordinary payment never needs the code that reads the report; if it cannot be loaded, the
 * attempt stays unknown and the next call tries again.
 */
export async function askAttempt(options: AskOptions): Promise<AttemptStatus> {
  const { idempotencyKey, clock = realClock } = options;
  let state: 'no_answer' | 'unknown' = 'no_answer';
  try {
    return await withinTime(STATUS_TIMEOUT_MS, clock, async (signal) => {
      const init = { headers: { [IDEMPOTENCY_KEY]: idempotencyKey }, signal };
      const [{ status, headers }, body] = await fetchJson(options, ATTEMPTS_PATH, init);
      // Any other 404 comes from a gateway, or from a proxy without this route.
      const isUnknownAttempt = status === 404 && readProblem(body, headers)?.code === ATTEMPT_NOT_FOUND;
      if (isUnknownAttempt) return { state: 'not_found' };
      if (status !== 200 || body.kind !== 'json') return { state };
      state = 'unknown'; // the proxy knows the attempt, so no refusal counts until the report is read
      const { readReport } = await import('./attempt-report.js');
      return readReport(body.value, toMode(headers.get(PAYMENTS_MODE)), options.interpretResponse);
    });
  } catch {
    return { state }; // the next call may succeed
  }
}

/**
 * After 1, 2, 4, 8, 15, 30, 30 … seconds, and for the last time after ten minutes, or at once if they have passed,
 * as on a computer that slept. Never throws. `undefined` on abort, or if the outcome cannot become known.
 */
export async function followAttempt(options: FollowOptions): Promise<FollowedStatus | undefined> {
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
