import { open } from 'node:fs/promises';
import Nedb from '@seald-io/nedb';
import { Table } from './table.js';

/** What a table should hold by a key from now on; `undefined`: nothing. */
export interface Change {
  readonly table: string;
  readonly key: string;
  readonly value: unknown;
}

/** One line of the file. */
interface Row {
  readonly _id: string;
  readonly table: string;
  readonly key: string;
  readonly value: unknown;
}

/** The name of the row that holds the changes of a write until all of them are in the file. */
const PENDING = 'pending';

/** After so many writes the file is written anew, without what was replaced. */
const COMPACT_AFTER = 5000;

/**
 * Tables in memory, and in one file when there is one: reading is immediate, and what a write has promised is there after
 * a `kill -9`. A write of several changes is there as a whole or not at all. One process at a time may have the file.
 */
export class Database {
  readonly #tables = new Map<string, Table<unknown>>();
  readonly #file: Nedb<Row> | undefined;
  /** Each write waits for the one before. After one that failed all fail: the file would not be what is in memory. */
  #written: Promise<void> = Promise.resolve();
  #writes = 0;

  private constructor(file?: Nedb<Row>) {
    this.#file = file;
  }

  /** Without a file: for tests. */
  static inMemory(): Database {
    return new Database();
  }

  /**
   * Opens a file or makes it.
   * @throws when it cannot be read, or holds what was never written
   */
  static async open(filename: string): Promise<Database> {
    await cutHalfLine(filename);
    const file = new Nedb<Row>({
      filename,
      modes: { fileMode: 0o600, dirMode: 0o700 }, // there are secrets in it
      corruptAlertThreshold: 0,
      // What reads the file takes these for ends of lines, and JSON leaves them as they are.
      afterSerialization: (line) => line.replace(/[\x7f-\x9f\u2028\u2029]/g, escape),
      beforeDeserialization: (line) => line,
    });
    await file.loadDatabaseAsync();
    const database = new Database(file);
    await database.#load(file);
    return database;
  }

  get isDurable(): boolean {
    return this.#file !== undefined;
  }

  /** @param name - the same for the same rows */
  table<T>(name: string): Table<T> {
    let table = this.#tables.get(name);
    if (!table) this.#tables.set(name, (table = new Table(name, this)));
    return table as Table<T>;
  }

  /** Makes all changes in memory at once; resolves when they are in the file. */
  write(changes: readonly Change[]): Promise<void> {
    for (const { table, key, value } of changes) this.table(table).receive(key, value);
    const file = this.#file;
    if (!file) return Promise.resolve();
    this.#written = this.#written.then(() => this.#persist(file, changes));
    this.#written.catch(() => undefined); // whoever waits for it is told
    return this.#written;
  }

  /** Waits for what is being written. */
  close(): Promise<void> {
    return this.#written;
  }

  async #load(file: Nedb<Row>): Promise<void> {
    const rows = file.getAllData();
    const sorted = rows.sort((a, b) => (a._id < b._id ? -1 : 1));
    for (const { _id, table, key, value } of sorted) if (_id !== PENDING) this.table(table).receive(key, value);
    const pending = sorted.find(({ _id }) => _id === PENDING);
    if (!pending) return;
    await this.write(pending.value as readonly Change[]); // the process died between its lines
  }

  async #persist(file: Nedb<Row>, changes: readonly Change[]): Promise<void> {
    if (changes.length > 1) await put(file, PENDING, { table: '', key: '', value: changes });
    for (const change of changes) {
      const id = `${change.table}/${change.key}`;
      await (change.value === undefined ? file.removeAsync({ _id: id }, {}) : put(file, id, change));
    }
    if (changes.length > 1) await file.removeAsync({ _id: PENDING }, {});
    this.#writes += changes.length;
    if (this.#writes < COMPACT_AFTER) return;
    this.#writes = 0;
    await file.compactDatafileAsync();
  }
}

async function put(file: Nedb<Row>, id: string, change: Change): Promise<void> {
  await file.updateAsync({ _id: id }, { ...change, _id: id }, { upsert: true });
}

const escape = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** What a process was writing when it was killed was promised to nobody. */
async function cutHalfLine(filename: string): Promise<void> {
  const file = await open(filename, 'r+').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  });
  if (!file) return;
  try {
    const bytes = await file.readFile();
    await file.truncate(bytes.lastIndexOf('\n') + 1);
  } finally {
    await file.close();
  }
}
