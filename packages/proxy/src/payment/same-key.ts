export const MAX_WAITING = 100;

/** The requests of this process by the key of their attempt. */
export class SameKey {
  readonly #present = new Map<string, number>();
  readonly #admitting = new Set<string>();

  enter(key: string): void {
    this.#present.set(key, this.#count(key) + 1);
  }

  leave(key: string): void {
    const left = this.#count(key) - 1;
    if (left > 0) this.#present.set(key, left);
    else this.#present.delete(key);
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
