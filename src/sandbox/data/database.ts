import { Table, type Change } from './table.js';

/** Stores the changes of one write, all of them or none. */
export type Persist = (changes: readonly Change[]) => Promise<void>;

/** Tables in memory. Reads are synchronous. */
export class Database {
  readonly #tables = new Map<string, Table<unknown>>();
  readonly #persist: Persist | undefined;
  /** The last write. Writes run in sequence; after a failure all fail, because the storage no longer matches memory. */
  #written: Promise<void> = Promise.resolve();

  /** @param persist - stores each write, for example in a file. Without it, nothing is stored. */
  constructor(persist?: Persist) {
    this.#persist = persist;
  }

  table<T>(name: string): Table<T> {
    let table = this.#tables.get(name);
    if (!table) this.#tables.set(name, (table = new Table(name, this.write, this.#persist !== undefined)));
    return table as Table<T>;
  }

  /** Applies all changes in memory at once. Resolves when they are stored. */
  readonly write = (changes: readonly Change[]): Promise<void> => {
    this.restore(changes);
    const persist = this.#persist;
    if (!persist) return Promise.resolve();
    this.#written = this.#written.then(() => persist(changes));
    this.#written.catch(() => undefined); // the caller handles it
    return this.#written;
  };

  /** Applies changes that are already stored. */
  restore(changes: readonly Change[]): void {
    for (const { table, key, value } of changes) this.table(table).receive(key, value);
  }

  /** Waits for pending writes. */
  close(): Promise<void> {
    return this.#written;
  }
}
