import { realClock, withinTime, type Clock } from '../contract/clock.js';
import type { PaymentErrorCode } from '../contract/errors.js';
import type { InterpretResponse } from '../contract/answer.js';
import { ATTEMPT_NOT_FOUND, ATTEMPTS_PATH, IDEMPOTENCY_KEY, PAYMENTS_MODE, toMode } from '../contract/protocol.js';
import type { AttemptStatus } from './attempt-report.js';
import type { ProxyClient } from './proxy-client.js';
import { fetchJson, type ProxyAddress } from './proxy-request.js';
import { readProblem } from './response.js';

const STATUS_TIMEOUT_MS = 10_000;

/** Before each request. */
const DELAYS_S: readonly number[] = [1, 2, 4, 8, 15];
const LAST_DELAY_S = 30;

/** Since the start of the attempt. */
const FOLLOW_LIMIT_MS = 10 * 60_000;

/** Since the last request was sent. A proxy can store a copy of it for as long as it works on it: 40 s. */
const LATEST_CLAIM_MS = 40_000;

export interface AttemptQuestion extends ProxyAddress {
  readonly idempotencyKey: string;
  readonly interpretResponse?: InterpretResponse | undefined;
  readonly clock?: Clock | undefined;
}

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

type FollowedStatus = Extract<AttemptStatus, { state: 'settled' | 'accepted' | 'not_found' }>;

/** Asks the proxy for the outcome of an attempt: once, or until it is settled. */
export class AttemptFollower {
  readonly #proxy: ProxyClient;
  readonly #onend: (status: FollowedStatus | undefined) => void;
  #following: AbortController | undefined;

  /** `onend` gets `undefined` when following ended without an outcome; it is not called after `stop()`. */
  constructor(proxy: ProxyClient, onend: (status: FollowedStatus | undefined) => void) {
    this.#proxy = proxy;
    this.#onend = onend;
  }

  get running(): boolean {
    return this.#following !== undefined;
  }

  /** `undefined` if the proxy does not support the question, or does not respond. */
  async check(question: AttemptQuestion): Promise<AttemptStatus | undefined> {
    return (await this.#proxy.canTell(question.proxyUrl)) ? askAttempt(question) : undefined;
  }

  start(
    question: AttemptQuestion,
    { since, code, isRecorded }: Pick<FollowOptions, 'since' | 'isRecorded'> & { code: PaymentErrorCode | undefined },
  ): void {
    if (this.#following || this.#proxy.neverTells) return;
    const following = new AbortController();
    this.#following = following;
    void followAttempt({
      ...question,
      since,
      isRecorded,
      isRejected: code === 'conflict' && isRecorded, // another attempt for the order is in doubt
      endsWithAction: code !== undefined && code !== 'action_refused', // else the shopper knows of it, or cannot do it
      signal: following.signal,
      supportsRecovery: () => this.#proxy.canTell(question.proxyUrl),
      isIdempotent: () => code === 'store_unavailable' || this.#proxy.capabilities.idempotency,
    }).then((status) => {
      if (this.#following !== following) return;
      this.#following = undefined;
      this.#onend(status);
    });
  }

  stop(): void {
    this.#following?.abort();
    this.#following = undefined;
  }
}

/**
 * Never throws. An ordinary payment never needs the code that reads the report; if it cannot be loaded, the
 * attempt stays unknown and the next call tries again.
 */
export async function askAttempt(question: AttemptQuestion): Promise<AttemptStatus> {
  const { idempotencyKey, interpretResponse, clock = realClock } = question;
  let state: 'no_answer' | 'unknown' = 'no_answer';
  try {
    return await withinTime(STATUS_TIMEOUT_MS, clock, async (signal) => {
      const init = { headers: { [IDEMPOTENCY_KEY]: idempotencyKey }, signal };
      const [{ status, headers }, body] = await fetchJson(question, ATTEMPTS_PATH, init);
      // Any other 404 comes from a gateway, or from a proxy without this route.
      const isUnknownAttempt = status === 404 && readProblem(body, headers)?.code === ATTEMPT_NOT_FOUND;
      if (isUnknownAttempt) return { state: 'not_found' };
      if (status !== 200 || body.kind !== 'json') return { state };
      state = 'unknown'; // the proxy knows the attempt, so no refusal counts until the report is read
      const { readReport } = await import('./attempt-report.js');
      return readReport(body.value, toMode(headers.get(PAYMENTS_MODE)), interpretResponse);
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
