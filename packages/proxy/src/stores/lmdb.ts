import { MAX_STEP, SEEN_INTERVAL, SHORT_STEP, STEP_TEXT, type AttemptStore } from './store.js';

/** How many expired entries one swap deletes: more than it can add. */
const SWEEP_LIMIT = 16;
/** Entries that one transaction reads for a list. */
const PAGE = 500;
/** New files are for the account and its group, since keys of attempts show outcomes. The types of `lmdb` lack it. */
const PERMISSIONS = { permissionsMode: 0o660 };

interface Entry {
  readonly value: string;
  /** The time by the clock of the store. If it is omitted, the entry never expires. */
  readonly expires?: number;
}

/** Times in ms since 1970: see {@link MAX_STEP} and {@link SHORT_STEP}. */
interface StoreClock {
  readonly seen: number;
  readonly highest: number;
  readonly reached: number;
}

/** Database keys: each entry by its name, an index of expiring entries by time, one of entries that do not expire, the clock. */
type Key = ['entry' | 'lasting', string] | ['expires', number, string] | 'clock';

/** The folders that this process has open. */
const opened = new Set<string>();

/** LMDB's locks are by process id, and processes of two containers may have the same one. */
function warnOfTwin(path: string, readers: string): void {
  const isTaken = readers.split('\n').some((line) => Number.parseInt(line, 10) === process.pid);
  if (isTaken && !opened.has(path)) {
    console.warn(
      `Another process with the process id ${process.pid} seems to use this LMDB store, in another container. The store then waits until it ends, and all of this process with it. Stop it first, or use PostgreSQL or Redis.`,
    );
  }
  opened.add(path);
}

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
    const text = 'The package "lmdb" cannot be loaded. Run `npm install lmdb`, or use another store.';
    throw new LmdbMissingError(text, { cause });
  });
  // Without overlappingSync, a commit is on disk when its promise resolves.
  const openNow = () =>
    open<Entry | StoreClock | true, Key>({ path, encoding: 'json', overlappingSync: false, ...PERMISSIONS });
  // Creating the file in several processes at once can fail in one of them, so it retries once.
  const openSoon = () => new Promise((wake) => setTimeout(wake, 100)).then(openNow);
  const database = await Promise.resolve().then(openNow).catch(openSoon);
  warnOfTwin(path, database.readerList());

  function readClock() {
    const now = Date.now();
    const clock = database.get('clock') as StoreClock | undefined;
    const step = clock ? now - clock.seen : 0;
    const highest = clock?.highest ?? now;
    const counted = step > SHORT_STEP ? now - highest : step;
    const reached = (clock?.reached ?? now) + Math.min(Math.max(counted, 0), MAX_STEP);
    return { isNew: !clock, step, next: { seen: now, highest: Math.max(highest, now), reached } };
  }

  /** Moves the clock in a transaction, and returns the time of the store. */
  function moveClock(): number {
    const { isNew, step, next } = readClock();
    if (isNew || step < 0 || step > SEEN_INTERVAL) void database.put('clock', next);
    if (step > MAX_STEP) console.warn(STEP_TEXT);
    return next.reached;
  }

  function entryOf(name: string, now: number): Entry | undefined {
    const entry = database.get(['entry', name]) as Entry | undefined;
    return entry && (entry.expires ?? Infinity) > now ? entry : undefined;
  }

  function write(name: string, after: string | undefined, expiresIn: number | undefined, now: number): void {
    if (after === undefined) {
      void database.remove(['entry', name]);
      void database.remove(['lasting', name]);
    } else if (expiresIn === undefined) {
      void database.put(['entry', name], { value: after });
      void database.put(['lasting', name], true);
    } else {
      void database.remove(['lasting', name]);
      const expires = now + expiresIn;
      void database.put(['entry', name], { value: after, expires });
      void database.put(['expires', expires, name], true);
    }
  }

  function sweep(now: number): void {
    const overdue = database.getKeys({ start: ['expires', 0, ''], end: ['expires', now, ''], limit: SWEEP_LIMIT });
    for (const key of Array.from(overdue)) {
      const [, expires, name] = key as ['expires', number, string];
      const entry = database.get(['entry', name]) as Entry | undefined;
      if (entry?.expires === expires) void database.remove(['entry', name]); // otherwise it was rewritten since
      void database.remove(key);
    }
  }

  function page(index: 'entry' | 'lasting', prefix: string, after: string | undefined): string[] {
    const range = database.getKeys({ start: [index, after ?? prefix], limit: PAGE });
    const keys = Array.from(range) as [string, string][];
    const end = keys.findIndex(([kind, name]) => kind !== index || !name.startsWith(prefix));
    const names = (end < 0 ? keys : keys.slice(0, end)).map(([, name]) => name);
    return names[0] === after ? names.slice(1) : names;
  }

  return {
    read(names) {
      database.resetReadTxn(); // this shows what other processes wrote in this turn of the event loop
      const { reached } = readClock().next;
      return Promise.resolve(names.map((name) => entryOf(name, reached)?.value));
    },
    swap: (changes) =>
      database.transaction(() => {
        const now = moveClock();
        if (changes.some(({ name, before }) => entryOf(name, now)?.value !== before)) return false;
        for (const { name, after, expiresIn } of changes) write(name, after, expiresIn, now);
        sweep(now);
        return true;
      }),
    async *list(prefix, { lasting } = {}) {
      for (let last: string | undefined; ;) {
        database.resetReadTxn();
        const { reached } = readClock().next;
        const names = page(lasting ? 'lasting' : 'entry', prefix, last);
        if (names.length === 0) return;
        last = names.at(-1);
        for (const name of names) {
          const entry = entryOf(name, reached);
          if (entry && !(lasting && entry.expires !== undefined)) yield [name, entry.value];
        }
        await new Promise((wake) => setTimeout(wake)); // payments go on
      }
    },
    close: () => database.close(),
  };
}
