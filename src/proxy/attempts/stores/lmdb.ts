import type { AttemptStore } from '../store.js';

/** How many entries that have expired a swap may take away on its way: more than it can add. */
const SWEEP_LIMIT = 16;

/** `expires`: time in ms; never, if left out. */
interface Entry {
  readonly value: string;
  readonly expires?: number;
}

/** Keys of the database: an entry by its name, and those that expire once more, by the time at which they do. */
type Key = ['entry', string] | ['expires', number, string];

/** The package `lmdb` is not installed, or not for this system. */
export class LmdbMissingError extends Error {
  override readonly name = 'LmdbMissingError';
}

/**
 * A durable store for one machine, without a server: LMDB, a database in a file that any number of processes map into
 * their memory. A change is on the disk before it is promised, and a process that is killed leaves the file whole.
 * The optional package `lmdb` is loaded here and not before.
 *
 * @param options.path - a folder, or a file if its name has an extension; it is made when it is missing. On a disk of
 * this machine: the locks of LMDB do not work across a network.
 * @throws {LmdbMissingError} when `lmdb` cannot be loaded
 * @throws when the path cannot be written
 */
export async function openLmdbStore({ path }: { path: string }): Promise<AttemptStore> {
  const { open } = await import('lmdb').catch((cause: unknown) => {
    throw new LmdbMissingError('The package "lmdb" cannot be loaded.', { cause });
  });
  // Without the overlap a commit is on the disk when its promise resolves, not a little later.
  const openNow = () => open<Entry | true, Key>({ path, encoding: 'json', overlappingSync: false });
  // Where several processes make the file at the same moment, it can fail in one of them: that one tries once more.
  const openSoon = () => new Promise((resolve) => setTimeout(resolve, 100)).then(openNow);
  const database = await Promise.resolve().then(openNow).catch(openSoon);

  function entryOf(name: string): Entry | undefined {
    const entry = database.get(['entry', name]) as Entry | undefined;
    return entry && (entry.expires ?? Infinity) > Date.now() ? entry : undefined;
  }

  function write(name: string, after: string | undefined, expiresIn: number | undefined): void {
    if (after === undefined) {
      void database.remove(['entry', name]);
    } else if (expiresIn === undefined) {
      void database.put(['entry', name], { value: after });
    } else {
      const expires = Date.now() + expiresIn;
      void database.put(['entry', name], { value: after, expires });
      void database.put(['expires', expires, name], true);
    }
  }

  function sweep(): void {
    const overdue = database.getKeys({
      start: ['expires', 0, ''],
      end: ['expires', Date.now(), ''],
      limit: SWEEP_LIMIT,
    });
    for (const key of Array.from(overdue)) {
      const [, expires, name] = key as ['expires', number, string];
      const entry = database.get(['entry', name]) as Entry | undefined;
      if (entry?.expires === expires) void database.remove(['entry', name]); // else it was written anew since
      void database.remove(key);
    }
  }

  return {
    read(names) {
      database.resetReadTxn(); // else what other processes wrote in this turn of the event loop is not seen
      return Promise.resolve(names.map((name) => entryOf(name)?.value));
    },
    swap: (changes) =>
      database.transaction(() => {
        if (changes.some(({ name, before }) => entryOf(name)?.value !== before)) return false;
        for (const { name, after, expiresIn } of changes) write(name, after, expiresIn);
        sweep();
        return true;
      }),
    close: () => database.close(),
  };
}
