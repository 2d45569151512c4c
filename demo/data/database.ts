import { open } from 'node:fs/promises';
import Nedb from '@seald-io/nedb';
import { Table, type Change } from './table.js';

/** One line of the file. */
interface Row extends Change {
  readonly _id: string;
}

/** ID of the row that keeps the changes of a write until all of them are in the file. */
const PENDING = 'pending';

/** The file is compacted after this many changes. */
const COMPACT_AFTER = 5000;

/**
 * Tables in memory and, optionally, in one file. Reads are synchronous. A write that has resolved survives `kill -9`, and
 * the changes of one write are stored together or not at all. Only one process may open the file.
 */
export class Database {
  readonly #tables = new Map<string, Table<unknown>>();
  readonly #file: Nedb<Row> | undefined;
  /** The last write. Writes run in sequence; after a failure all fail, because the file no longer matches memory. */
  #written: Promise<void> = Promise.resolve();
  #writes = 0;

  private constructor(file?: Nedb<Row>) {
    this.#file = file;
  }

  /** Creates a database without a file. */
  static inMemory(): Database {
    return new Database();
  }

  /**
   * Opens a file, or creates it.
   * @throws when the file cannot be read or is corrupt
   */
  static async open(filename: string): Promise<Database> {
    await cutHalfLine(filename);
    const file = new Nedb<Row>({
      filename,
      modes: { fileMode: 0o600, dirMode: 0o700 }, // it contains secrets
      corruptAlertThreshold: 0,
      // NeDB reads these as line ends, but JSON does not escape them.
      afterSerialization: (line) => line.replace(/[\x7f-\x9f\u2028\u2029]/g, escape),
      beforeDeserialization: (line) => line,
    });
    await file.loadDatabaseAsync();
    const database = new Database(file);
    await database.#load(file);
    return database;
  }

  table<T>(name: string): Table<T> {
    let table = this.#tables.get(name);
    if (!table) this.#tables.set(name, (table = new Table(name, this.write, this.#file !== undefined)));
    return table as Table<T>;
  }

  /** Applies all changes in memory at once. Resolves when they are in the file. */
  readonly write = (changes: readonly Change[]): Promise<void> => {
    for (const { table, key, value } of changes) this.table(table).receive(key, value);
    const file = this.#file;
    if (!file) return Promise.resolve();
    this.#written = this.#written.then(() => this.#persist(file, changes));
    this.#written.catch(() => undefined); // the caller handles it
    return this.#written;
  };

  /** Waits for pending writes. */
  close(): Promise<void> {
    return this.#written;
  }

  async #load(file: Nedb<Row>): Promise<void> {
    const rows = file.getAllData();
    const sorted = rows.sort((a, b) => (a._id < b._id ? -1 : 1));
    for (const { _id, table, key, value } of sorted) if (_id !== PENDING) this.table(table).receive(key, value);
    const pending = sorted.find(({ _id }) => _id === PENDING);
    if (!pending) return;
    await this.write(pending.value as readonly Change[]); // the process died during this write
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

/** Removes an incomplete last line, left by a process that was killed while writing it. */
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
