import type { Change, Database } from './database.js';

/** Values by key. What is in it cannot be changed, only replaced. */
export class Table<T> {
  readonly #name: string;
  readonly #database: Database;
  readonly #rows = new Map<string, T>();
  readonly #listeners = new Set<(value: T) => void>();
  #next = 1;

  constructor(name: string, database: Database) {
    this.#name = name;
    this.#database = database;
  }

  get isDurable(): boolean {
    return this.#database.isDurable;
  }

  get(key: string): T | undefined {
    return this.#rows.get(key);
  }

  keys(): string[] {
    return [...this.#rows.keys()];
  }

  /** In the order of writing; after a restart in the order of the keys. */
  values(): T[] {
    return [...this.#rows.values()];
  }

  /** The change that puts a value there; `undefined` takes it away. */
  change(key: string, value: T | undefined): Change {
    return { table: this.#name, key, value };
  }

  /** The change that puts a value behind all others, in the order that a restart keeps. */
  appending(value: T): Change {
    return this.change(String(this.#next++).padStart(12, '0'), value);
  }

  put(key: string, value: T | undefined): Promise<void> {
    return this.write([this.change(key, value)]);
  }

  write(changes: readonly Change[]): Promise<void> {
    return this.#database.write(changes);
  }

  /**
   * Tells of each value that is written from now on.
   * @returns what ends it
   */
  onWrite(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** For the database alone: what was written, or was in the file. */
  receive(key: string, value: T | undefined): void {
    if (value === undefined) this.#rows.delete(key);
    else this.#rows.set(key, freeze(value));
    if (value !== undefined) for (const tell of this.#listeners) tell(value);
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
