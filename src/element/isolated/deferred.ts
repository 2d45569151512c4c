/** A promise that is resolved later. */
export class Deferred {
  isResolved = false;
  #resolve!: () => void;
  readonly promise = new Promise<void>((resolve) => (this.#resolve = resolve));

  resolve(): void {
    this.isResolved = true;
    this.#resolve();
  }
}
