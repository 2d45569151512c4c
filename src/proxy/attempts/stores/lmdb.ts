import type { AttemptStore } from '../store.js';

/** How many expired entries one swap deletes: more than it can add. */
const SWEEP_LIMIT = 16;

interface Entry {
  readonly value: string;
  /** In ms since 1970; never, if omitted. */
  readonly expires?: number;
}

/** Database keys: each entry by its name, and an index of expiring entries by time. */
type Key = ['entry', string] | ['expires', number, string];

/** The package `lmdb` is not installed, or does not support this system. */
export class LmdbMissingError extends Error {
  override readonly name = 'LmdbMissingError';
}

/**
 * Opens a durable store for one machine, without a server: an LMDB database that any number of processes can share. A change
 * is on disk before its promise resolves, and a killed process leaves the file intact. Needs the optional package `lmdb`.
 *
 * @param options.path - a folder, or a file if the name has an extension; created if missing. Must be on a local disk, since
 * LMDB's locks do not work on network file systems.
 * @throws {LmdbMissingError} if `lmdb` cannot be loaded
 * @throws if the path cannot be written
 */
export async function openLmdbStore({ path }: { path: string }): Promise<AttemptStore> {
  const { open } = await import('lmdb').catch((cause: unknown) => {
    throw new LmdbMissingError('The package "lmdb" cannot be loaded. Run `npm install lmdb`, or use another store.', {
      cause,
    });
  });
  // Without overlappingSync, a commit is on disk when its promise resolves.
  const openNow = () => open<Entry | true, Key>({ path, encoding: 'json', overlappingSync: false });
  // Creating the file in several processes at once can fail in one of them, so it retries once.
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
      if (entry?.expires === expires) void database.remove(['entry', name]); // otherwise it was rewritten since
      void database.remove(key);
    }
  }

  return {
    read(names) {
      database.resetReadTxn(); // shows what other processes wrote in this turn of the event loop
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
