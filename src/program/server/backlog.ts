import { countWaiting, listAttempts } from '../../proxy/attempts/list-attempts.js';
import type { AttemptStore } from '../../proxy/attempts/store.js';
import { startTimer, withinTime, type Clock } from '../../contract/clock.js';

/** What waits in the store, for all processes that share it. */
export interface Backlog {
  /** Since when the outcome of each attempt is unknown. */
  readonly unknown: readonly Date[];
  /** Since when each attempt is pending. */
  readonly pending: readonly Date[];
  /** Webhooks that were not accepted yet. */
  readonly waiting: number;
}

/** Times in ms. */
const TIMES = {
  /** The store is read again after this time. */
  fresh: 10_000,
  /** How long a scrape waits for the store. */
  patience: 2000,
  /** Then reading has failed. */
  limit: 30_000,
  /** What was read is shown for so long. */
  stale: 60_000,
};

/**
 * Creates a function that resolves with what waits in a store, or nothing if that is not known. It never rejects, and reads the store
 * every ten seconds at most.
 * @param store - with the values of one mode
 * @param onError - called when reading has failed
 */
export function createBacklogReader(
  store: AttemptStore,
  clock: Clock,
  onError: () => void,
): () => Promise<Backlog | undefined> {
  let latest: { readonly backlog: Backlog; readonly at: number } | undefined;
  let reading: Promise<void> | undefined;
  let startedAt = -Infinity;
  const isYounger = (at: number, limit: number) => {
    const age = clock.now() - at;
    return age >= 0 && age < limit; // negative if the clock was set back
  };
  const start = () => {
    startedAt = clock.now();
    let stopTimer: () => void;
    const overdue = new Promise<never>((_resolve, reject) => {
      const fail = () => {
        reject(new Error('The store does not respond.'));
      };
      stopTimer = startTimer(TIMES.limit, clock, fail); // it must not delay the end of the program
    });
    reading = Promise.race([readBacklog(store, clock), overdue])
      .then((backlog) => {
        latest = { backlog, at: clock.now() };
      }, onError)
      .finally(() => {
        stopTimer();
        reading = undefined;
      });
  };
  return async () => {
    if (!reading && !isYounger(startedAt, TIMES.fresh)) start();
    const { patience } = TIMES;
    if (reading) await withinTime(patience, clock, async () => reading).catch(() => undefined);
    return latest && isYounger(latest.at, TIMES.stale) ? latest.backlog : undefined;
  };
}

async function readBacklog(store: AttemptStore, clock: Clock): Promise<Backlog> {
  const [unknown, pending]: [Date[], Date[]] = [[], []];
  for await (const { state, since } of listAttempts(store, { open: true }, clock)) {
    if (state === 'unknown') unknown.push(since);
    else if (state === 'pending') pending.push(since);
  }
  return { unknown, pending, waiting: await countWaiting(store) };
}
