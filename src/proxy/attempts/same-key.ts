/** Most requests that wait for one attempt. */
export const MAX_WAITING = 100;

/** Requests of this process that have the same attempt key. */
export class SameKey {
  readonly #waiting = new Map<string, number>();
  readonly #admitting = new Set<string>();

  /** @returns false if too many requests wait for this attempt; otherwise call {@link leave} */
  enter(key: string): boolean {
    const count = this.#waiting.get(key) ?? 0;
    if (count >= MAX_WAITING) return false;
    this.#waiting.set(key, count + 1);
    return true;
  }

  leave(key: string): void {
    const count = (this.#waiting.get(key) ?? 0) - 1;
    if (count > 0) this.#waiting.set(key, count);
    else this.#waiting.delete(key);
  }

  /** Whether a request with this key is between its first look at the store and its claim. */
  isAdmitting(key: string): boolean {
    return this.#admitting.has(key);
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
