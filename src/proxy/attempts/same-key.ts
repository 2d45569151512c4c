/** Most requests that wait for one attempt. */
export const MAX_WAITING = 100;

/** Requests of this process that have the same attempt key. */
export class SameKey {
  readonly #present = new Map<string, number>();
  readonly #waiting = new Map<string, number>();
  readonly #admitting = new Set<string>();

  /** Runs one request with a key. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    add(this.#present, key, 1);
    return work().finally(() => {
      add(this.#present, key, -1);
    });
  }

  /** Whether another request with this key is in progress. */
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

/** Changes a count. Removes it at 0, so that the map does not grow. */
function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
