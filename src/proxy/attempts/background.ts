import type { Clock } from '../../contract/clock.js';

/** Pauses between retries of a failed write, in ms. */
const PAUSES = [500, 1000, 2000, 4000, 8000];

/** Work that `close()` waits for. */
export function createPendingWork() {
  const pending = new Set<Promise<unknown>>();
  return {
    track<T>(work: Promise<T>): Promise<T> {
      pending.add(work);
      const remove = () => void pending.delete(work);
      work.then(remove, remove);
      return work;
    },
    /** Resolves when nothing is pending, including work that was added meanwhile. */
    async settled(): Promise<void> {
      while (pending.size > 0) await Promise.allSettled(pending);
    },
  };
}

/** Repeats a step until it succeeds, at most five times. Never rejects. */
export async function retryLater(
  step: () => Promise<unknown>,
  clock: Clock,
  onError: (error: unknown) => void,
): Promise<void> {
  for (const pause of PAUSES) {
    await clock.sleep(pause);
    try {
      await step();
      return;
    } catch (error) {
      onError(error);
    }
  }
}
