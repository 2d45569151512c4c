/**
 * Small texts by name, changed several at once or not at all. It knows nothing of payments, so that another one, over
 * a database that the merchant has already, is a page of code.
 *
 * What it has to promise: `swap` is atomic for everybody who uses the same store, other processes and machines
 * included, and `read` shows every `swap` that resolved before. A replica that lags behind must not be read.
 */
export interface AttemptStore {
  /** Says that a restart forgets everything. A proxy with a Live key takes no such store unless it is told to. */
  readonly volatile?: boolean;
  /** Current values by name, `undefined` where there is none. */
  read(names: readonly string[]): Promise<(string | undefined)[]>;
  /**
   * Writes all changes or none: none if any `before` is no longer what stands there. When it resolves with true, the
   * change outlives a `kill -9`, where the store is durable at all. When it rejects, nobody knows which of the two.
   */
  swap(changes: readonly Change[]): Promise<boolean>;
  /** Lets go of files and connections that the store itself has opened. */
  close?(): Promise<void>;
}

/** What a name should hold from now on, provided that it still holds what was read. Each name comes once in a swap. */
export interface Change {
  readonly name: string;
  /** `undefined`: there is nothing by that name. */
  readonly before: string | undefined;
  /** `undefined` takes the name away. */
  readonly after: string | undefined;
  /** Milliseconds after which the store may forget it, and shows it no longer; never, if left out. */
  readonly expiresIn?: number | undefined;
}
