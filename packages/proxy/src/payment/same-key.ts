import type { Clock } from 'payment-widget/contract';

export const MAX_WAITING = 100;

/** The requests of this process by the key of their attempt. */
export class SameKey {
  readonly #present = new Map<string, number>();
  readonly #admitting = new Set<string>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    this.#present.set(key, this.#count(key) + 1);
    return work().finally(() => {
      const left = this.#count(key) - 1;
      if (left > 0) this.#present.set(key, left);
      else this.#present.delete(key);
    });
  }

  hasOther(key: string): boolean {
    return this.#count(key) > 1;
  }

  mayWait(key: string): boolean {
    return this.#count(key) <= MAX_WAITING + 1; // the first one does not wait
  }

  #count(key: string): number {
    return this.#present.get(key) ?? 0;
  }

  /** @returns false if another request with this key is being admitted; otherwise call {@link admitted} */
  admit(key: string): boolean {
    if (this.#admitting.has(key)) return false;
    this.#admitting.add(key);
    return true;
  }

  admitted(key: string): void {
    this.#admitting.delete(key);
  }
}

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

/** Calls it once, and again only after it has failed. */
export function cached<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return () => {
    created ??= create();
    created.catch(() => {
      created = undefined;
    });
    return created;
  };
}
