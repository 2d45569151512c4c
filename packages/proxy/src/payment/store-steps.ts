import type { Clock } from 'payment-widget/contract';

/** Together two minutes: longer than the failover of a database. */
const RETRY_PAUSES_MS = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

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

/** Repeats a step until it succeeds, or gives up after the last try. Never rejects. */
export async function retryLater(
  step: () => Promise<unknown>,
  clock: Clock,
  onError: (error: unknown) => void,
): Promise<void> {
  for (const pause of RETRY_PAUSES_MS) {
    await clock.sleep(pause);
    try {
      await step();
      return;
    } catch (error) {
      onError(error);
    }
  }
}
