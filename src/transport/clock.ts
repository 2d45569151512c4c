/** Time and chance, as an option, so that a test decides about both. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Waits so many ms, or until the signal fires; either way without an error. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** 0 or more, less than 1. */
  random(): number;
}

/** Longer than this, a timer of the platform fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

export const realClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(ms, LONGEST_TIMER));
      signal?.addEventListener('abort', end);
      if (signal?.aborted) end();
    }),
};

/**
 * Runs something for `ms` at most. When the time is up its signal fires, and nobody waits for it to notice; it fires, too,
 * when that is done.
 * @throws a `DOMException` named `TimeoutError` when the time is up, or what `run` throws
 */
export async function withinTime<T>(ms: number, clock: Clock, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController();
  const timer = clock.sleep(ms, over.signal).then(() => {
    const reason = new DOMException('The time is up.', 'TimeoutError');
    over.abort(reason);
    throw reason;
  });
  const ran = async () => run(over.signal); // which may throw at once
  try {
    return await Promise.race([ran(), timer]);
  } finally {
    over.abort(); // ends the waiting
  }
}
