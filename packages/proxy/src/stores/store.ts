/**
 * A key-value store with an atomic compare-and-swap. Implement it for a database of your own in about a page of code.
 *
 * `swap` must be atomic across all processes and machines that use the store, and `read` must show every `swap` that has
 * resolved: do not read from replicas.
 */
export interface AttemptStore {
  /**
   * True if a restart loses all data. With a Live key, such a store needs the option `allowMemoryStore`.
   * @default `false`
   */
  readonly volatile?: boolean;
  /** Returns the current values in the order of the names; `undefined` for a missing name. */
  read(names: readonly string[]): Promise<(string | undefined)[]>;
  /**
   * Writes all changes, or none if any current value differs from its `before`. Once it resolves with true, the changes must
   * survive a crash (unless `volatile`). If it rejects, the changes may or may not have been written.
   */
  swap(changes: readonly Change[]): Promise<boolean>;
  /**
   * Lists the current values whose names start with `prefix`, in any order. What changes meanwhile may be missing or old, and a name
   * may occur twice. `onSettled` and operators find records by it; payments do not use it.
   */
  list(prefix: string, options?: ListOptions): AsyncIterable<readonly [name: string, value: string]>;
  /** Closes files and connections that the store opened. */
  close?(): Promise<void>;
}

/** What {@link AttemptStore.list} returns. */
export interface ListOptions {
  /**
   * Only values that do not expire, each once. They are few among many, so use an index.
   * @default `false`
   */
  readonly lasting?: boolean;
}

/** A conditional write. Each name occurs once in a swap. */
export interface Change {
  /** The key. */
  readonly name: string;
  /** Expected current value; `undefined` if the name must be missing. */
  readonly before: string | undefined;
  /** New value; `undefined` deletes the name. */
  readonly after: string | undefined;
  /**
   * Milliseconds until the value expires and `read` no longer returns it.
   * @default never
   */
  readonly expiresIn?: number | undefined;
}

/** Keeps Test and Live payments apart in a shared store. */
export function inMode(mode: string, store: AttemptStore): AttemptStore {
  const named = (name: string) => `${mode}:${name}`;
  return {
    read: (names) => store.read(names.map(named)),
    swap: (changes) => store.swap(changes.map((change) => ({ ...change, name: named(change.name) }))),
    async *list(prefix, options) {
      for await (const [name, value] of store.list(named(prefix), options)) yield [name.slice(mode.length + 1), value];
    },
  };
}

/** Only a broken store loses so many races in a row. */
const MAX_RACES = 1000;

export const CONFLICT = Symbol('a swap that failed');

export async function retryOnConflict<T>(step: () => Promise<T | typeof CONFLICT>): Promise<T> {
  for (let races = 0; races < MAX_RACES; races++) {
    const result = await step();
    if (result !== CONFLICT) return result;
  }
  throw new Error(
    `The store rejected ${MAX_RACES} writes in a row. Expected swap() to see the values that read() returns.`,
  );
}

/**
 * Writes the changes and returns whether they were made. A database client may resend a command after a broken connection;
 * the second swap then fails against the first, so the first value is compared. It must differ from all earlier ones.
 */
export async function swap(store: AttemptStore, changes: readonly [Change, ...Change[]]): Promise<boolean> {
  if (await store.swap(changes)) return true;
  const [{ name, after }] = changes;
  return after !== undefined && (await store.read([name]))[0] === after;
}

/** Longer clock steps, in ms, count as this. Otherwise, a corrected clock would expire records of paid orders. */
export const MAX_STEP = 24 * 60 * 60 * 1000;

/** A longer step, in ms, counts only beyond the highest time seen. Otherwise, repeated resets would age everything. */
export const SHORT_STEP = 60 * 60 * 1000;

/** How often the time of the system is recorded, in ms. */
export const SEEN_INTERVAL = 60_000;

export const STEP_TEXT =
  'The clock of payment attempts has gone forward by more than a day since the last payment: it was wrong, or nothing was paid for a day. Attempts are kept longer.';
