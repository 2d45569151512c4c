/** Something that ends, such as a test: what was started for it ends with it. */
export interface Scope {
  after(end: () => unknown): void;
}

/** A scope that is no test. */
export class OwnScope implements Scope {
  readonly #ends: (() => unknown)[] = [];

  after(end: () => unknown): void {
    this.#ends.push(end);
  }

  /** Ends what was started, the last one first. */
  async end(): Promise<void> {
    for (const end of this.#ends.splice(0).reverse()) await end();
  }
}
