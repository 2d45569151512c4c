import type { Clock } from '../../contract/clock.js';

interface Names {
  readonly key: string;
  readonly reference?: string | undefined;
}

/** Limits memory to a few megabytes. */
const MAX_NAMES = 20_000;

/** Attempts that this process sent and that did not fail. While the store is down, they are not reported as not charged. */
export class RecentlySent {
  readonly #names = new Set<string>();

  add(names: Names): void {
    for (const name of list(names)) {
      this.#names.delete(name);
      this.#names.add(name);
    }
    for (const oldest of this.#names) {
      if (this.#names.size <= MAX_NAMES) break;
      this.#names.delete(oldest);
    }
  }

  remove(names: Names): void {
    for (const name of list(names)) this.#names.delete(name);
  }

  has(names: Names): boolean {
    return list(names).some((name) => this.#names.has(name));
  }
}

function list({ key, reference }: Names): string[] {
  return [`key:${key}`, ...(reference ? [`reference:${reference}`] : [])];
}

export const MAX_WAITING = 100;

export class SameKey {
  readonly #present = new Map<string, number>();
  readonly #waiting = new Map<string, number>();
  readonly #admitting = new Set<string>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    add(this.#present, key, 1);
    return work().finally(() => {
      add(this.#present, key, -1);
    });
  }

  hasOther(key: string): boolean {
    return (this.#present.get(key) ?? 0) > 1;
  }

  /** @returns false if too many requests wait for this attempt; otherwise call {@link leave} */
  enter(key: string): boolean {
    if ((this.#waiting.get(key) ?? 0) >= MAX_WAITING) return false;
    add(this.#waiting, key, 1);
    return true;
  }

  leave(key: string): void {
    add(this.#waiting, key, -1);
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

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

const RETRY_PAUSES_MS = [500, 1000, 2000, 4000, 8000];

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
