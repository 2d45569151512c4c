/** Time and chance, which tests replace. */
export interface Clock {
  /** Returns the ms since 1970. */
  now(): number;
  /** Resolves after `ms`, or on abort. Never rejects. In the background, it keeps no process of Node running. */
  sleep(ms: number, signal?: AbortSignal, inBackground?: boolean): Promise<void>;
  /** Returns a number from 0 that is less than 1. */
  random(): number;
}

/** Above this limit, `setTimeout` fires at once. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

export const realClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal, inBackground) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(ms, MAX_TIMEOUT_MS));
      if (inBackground) (timer as { unref?: () => void }).unref?.();
      signal?.addEventListener('abort', end);
      if (signal?.aborted) end();
    }),
};

/**
 * Runs `run` with a time limit. Its signal is aborted at the end, whether in time or not.
 * @throws a `DOMException` named `TimeoutError` after `ms`, or what `run` throws
 */
export async function withinTime<T>(ms: number, clock: Clock, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  const timer = clock.sleep(ms, signal).then(() => {
    signal.throwIfAborted(); // it has ended in time
    const reason = new DOMException('The time limit was exceeded.', 'TimeoutError');
    controller.abort(reason);
    throw reason;
  });
  const ran = async () => run(signal); // async, since `run` may throw synchronously
  try {
    return await Promise.race([ran(), timer]);
  } finally {
    controller.abort('ended'); // a new `DOMException` takes 0.1 ms, for its stack
  }
}

/** Whether an error is that of {@link withinTime}. */
export const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError';
