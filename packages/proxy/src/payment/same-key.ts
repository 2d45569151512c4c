export const MAX_WAITING = 100;

/** The requests of this process by the key of their attempt. */
export class SameKey {
  readonly #present = new Map<string, number>();
  readonly #admitting = new Set<string>();

  /** @returns whether it may wait for the others */
  enter(key: string): boolean {
    const count = this.#count(key) + 1;
    this.#present.set(key, count);
    return count <= MAX_WAITING + 1; // the first one does not wait
  }

  leave(key: string): void {
    const left = this.#count(key) - 1;
    if (left > 0) this.#present.set(key, left);
    else this.#present.delete(key);
  }

  hasOther(key: string): boolean {
    return this.#count(key) > 1;
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
