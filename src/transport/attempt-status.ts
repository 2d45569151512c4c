import type { InterpretResponse } from '../contract/interpret.js';
import type { AttemptNews, SettledNews } from './attempt-report.js';
import { realClock, withinTime, type Clock } from './clock.js';
import { fetchJson } from './fetch-json.js';
import { ATTEMPTS_PATH, PAYMENTS_MODE, toMode } from '../contract/protocol.js';

/** How long one question may take, in ms. */
const QUESTION_TIMEOUT = 10_000;

/** Seconds before each of the first questions, and before each later one. */
const DELAYS: readonly number[] = [1, 2, 4, 8, 15];
const LAST_DELAY = 30;

/** How long an attempt is followed, in ms. */
const FOLLOW_LIMIT = 10 * 60_000;

export interface AskOptions {
  /** Absolute URL of the merchant's proxy. */
  readonly proxyUrl: string;
  readonly idempotencyKey: string;
  /** As for the payment itself: the merchant may know what the service's body means. */
  readonly interpretResponse?: InterpretResponse | undefined;
  readonly clock?: Clock | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

export interface FollowOptions extends AskOptions {
  /** When the attempt was started, in ms since 1970; now, if left out. What an older one has behind it is left out. */
  readonly since?: number | undefined;
  /** Whether the proxy can tell, asked before each question until there is an answer; always, if left out. */
  readonly canTell?: (() => Promise<boolean | undefined>) | undefined;
  /** Whether an attempt that the proxy has not seen is not going to be seen any more: it was turned away. */
  readonly isTurnedAway?: boolean | undefined;
  /** Ends the following. */
  readonly signal: AbortSignal;
}

/**
 * Asks the proxy once for the outcome of an attempt. Never throws, and sends nothing to the service.
 *
 * The code that reads the report is loaded on demand, since an ordinary payment never needs it. If it cannot be loaded,
 * the attempt stays unknown and the next call tries again.
 */
export async function askAttempt(options: AskOptions): Promise<AttemptNews> {
  const { proxyUrl, idempotencyKey, clock = realClock } = options;
  let state: 'no_answer' | 'unknown' = 'no_answer';
  try {
    return await withinTime(QUESTION_TIMEOUT, clock, async (signal) => {
      const path = ATTEMPTS_PATH + encodeURIComponent(idempotencyKey);
      const [{ status, headers }, body] = await fetchJson(proxyUrl + path, { signal }, options.fetch);
      if (status === 404 && body.kind !== 'page') return { state: 'not_found' }; // a page is a gateway's
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
 * Asks the proxy again and again, until it knows what became of an attempt or ten minutes are over: after 1, 2, 4, 8,
 * 15, 30, 30 … seconds, and a last time at their end; at once where that has passed, as on a computer that slept.
 * Never throws.
 * @returns `undefined` when the time was up, or the signal fired, before anybody knew, or nobody ever will
 */
export async function followAttempt(options: FollowOptions): Promise<SettledNews | undefined> {
  const { clock = realClock, signal } = options;
  const started = options.since ?? clock.now();
  const age = () => clock.now() - started;
  let step = 0;
  for (let behind = age(); (behind -= delayBefore(step)) >= 0;) step++; // those that an older one has behind it
  let canTell: boolean | undefined;

  do {
    await clock.sleep(Math.min(delayBefore(step++), FOLLOW_LIMIT - age()), signal);
    if (signal.aborted) return undefined;
    canTell ??= await (options.canTell?.() ?? true);
    if (canTell === false) return undefined;
    const news = canTell ? await askAttempt(options) : undefined;
    if (news?.state === 'settled') return news;
    if (news?.state === 'not_found' && options.isTurnedAway) return undefined;
  } while (age() < FOLLOW_LIMIT);
  return undefined;
}

/** Milliseconds. */
function delayBefore(step: number): number {
  return (DELAYS[step] ?? LAST_DELAY) * 1000;
}
