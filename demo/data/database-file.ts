import { open } from 'node:fs/promises';
import Nedb from '@seald-io/nedb';
import { Database, type Change } from '../../src/sandbox/database.js';

interface Row extends Change {
  readonly _id: string;
}

/** ID of the row that keeps the changes of a write until all of them are in the file. */
const PENDING = 'pending';

/** The file is compacted after this many changes. */
const COMPACT_AFTER = 5000;

/**
 * Opens a database in one file, or creates it. A write that has resolved survives `kill -9`, and the changes of one write
 * are stored together or not at all. Only one process may open the file.
 * @throws when the file cannot be read or is corrupt
 */
export async function openDatabase(filename: string): Promise<Database> {
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
  let writes = 0;
  const database = new Database(async (changes) => {
    await persist(file, changes);
    writes += changes.length;
    if (writes < COMPACT_AFTER) return;
    writes = 0;
    await file.compactDatafileAsync();
  });
  const rows = file.getAllData().sort((a, b) => (a._id < b._id ? -1 : 1));
  database.restore(rows.filter(({ _id }) => _id !== PENDING));
  const pending = rows.find(({ _id }) => _id === PENDING);
  if (pending) await database.write(pending.value as readonly Change[]); // the process died during this write
  return database;
}

async function persist(file: Nedb<Row>, changes: readonly Change[]): Promise<void> {
  if (changes.length > 1) await put(file, PENDING, { table: '', key: '', value: changes });
  for (const change of changes) {
    const id = `${change.table}/${change.key}`;
    await (change.value === undefined ? file.removeAsync({ _id: id }, {}) : put(file, id, change));
  }
  if (changes.length > 1) await file.removeAsync({ _id: PENDING }, {});
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
