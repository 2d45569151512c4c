/** The lifetime of resources, such as a test. */
export interface Scope {
  after(end: () => unknown): void;
}

/** A scope outside a test. */
export class OwnScope implements Scope {
  readonly #ends: (() => unknown)[] = [];

  after(end: () => unknown): void {
    this.#ends.push(end);
  }

  /** Releases the resources, the last one first. */
  async end(): Promise<void> {
    for (const end of this.#ends.splice(0).reverse()) await end();
  }
}
