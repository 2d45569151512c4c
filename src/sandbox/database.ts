export interface Change {
  readonly table: string;
  readonly key: string;
  readonly value: unknown;
}

/** Values by key. Values are frozen: replace them to change them. */
export class Table<T> {
  readonly isDurable: boolean;
  readonly write: (changes: readonly Change[]) => Promise<void>;
  readonly #name: string;
  readonly #rows = new Map<string, T>();
  readonly #listeners = new Set<(value: T) => void>();
  #next = 1;

  constructor(name: string, write: Table<T>['write'], isDurable: boolean) {
    this.#name = name;
    this.write = write;
    this.isDurable = isDurable;
  }

  get(key: string): T | undefined {
    return this.#rows.get(key);
  }

  keys(): string[] {
    return [...this.#rows.keys()];
  }

  /** In insertion order; after a restart in the order of their keys. */
  values(): T[] {
    return [...this.#rows.values()];
  }

  change(key: string, value: T | undefined): Change {
    return { table: this.#name, key, value };
  }

  /** A restart keeps the order. */
  appending(value: T): Change {
    return this.change(String(this.#next++).padStart(12, '0'), value);
  }

  put(key: string, value: T | undefined): Promise<void> {
    return this.write([this.change(key, value)]);
  }

  onWrite(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  receive(key: string, value: T | undefined): void {
    if (value === undefined) this.#rows.delete(key);
    else this.#rows.set(key, freeze(value));
    if (value !== undefined) for (const listener of this.#listeners) listener(value);
    if (/^\d{12}$/.test(key)) this.#next = Math.max(this.#next, Number(key) + 1);
  }
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  }
  return value;
}

type Persist = (changes: readonly Change[]) => Promise<void>;

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

  readonly write = (changes: readonly Change[]): Promise<void> => {
    this.restore(changes);
    const persist = this.#persist;
    if (!persist) return Promise.resolve();
    this.#written = this.#written.then(() => persist(changes));
    this.#written.catch(() => undefined); // the caller handles it
    return this.#written;
  };

  restore(changes: readonly Change[]): void {
    for (const { table, key, value } of changes) this.table(table).receive(key, value);
  }

  close(): Promise<void> {
    return this.#written;
  }
}
