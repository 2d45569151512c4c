import type { Clock } from '../../contract/clock.js';
import type { AttemptAnswer, AttemptRecord } from './record.js';
import type { AttemptStore, Change } from './store.js';
import { retryOnConflict, swap } from './swap.js';

/** A settled attempt that `onSettled` has not accepted yet. Contains no card data. */
export interface SettledEntry {
  /** Random. An attempt that is corrected is settled twice. */
  readonly id: string;
  /** The `Idempotency-Key`. */
  readonly key: string;
  readonly reference?: string | undefined;
  readonly price?: AttemptRecord['price'];
  readonly state: 'succeeded' | 'failed';
  readonly answer?: AttemptAnswer | undefined;
}

/** The entries of one order, the oldest first. Without a reference, the entries of one attempt. */
interface Pending {
  /** Number of its place in the queue. */
  readonly place: number;
  /** Failed calls in a row. */
  readonly failures: number;
  readonly entries: readonly [SettledEntry, ...SettledEntry[]];
  /** Random, so that no two records have the same text: see `swap()`. */
  readonly version: string;
}

/** A place in a queue: whose entries are due when. It is written once, and deleted once. */
interface Place {
  /** The order or attempt. */
  readonly unit: string;
  /** In ms since 1970. */
  readonly due: number;
}

/** A place with its number. */
export interface NumberedPlace extends Place {
  readonly number: number;
}

/** First and last place that may be in use are `head + 1` and `tail`. Both only grow. */
interface Queue {
  readonly head: number;
  readonly tail: number;
}

/** Queues are separate records, so that attempts for different orders seldom change the same one. */
const QUEUES = Array.from({ length: 8 }, (_, index) => `outbox:${index}`);

/** Places that are read at a time. */
const BATCH = 100;

/** How long a process may deliver before another one may, in ms. It renews its lease while `onSettled` runs. */
export const LEASE = 30_000;

export const entriesPrefix = 'settled:';
const entriesName = (unit: string): string => entriesPrefix + unit;
const leaseName = (unit: string): string => `settling:${unit}`;
const placeName = (queue: string, place: number): string => `${queue}:${place}`;

/** Names the order of an attempt, or the attempt if it has none. */
export const unitOf = ({ key, reference }: Pick<SettledEntry, 'key' | 'reference'>): string =>
  reference === undefined ? `key:${key}` : `order:${JSON.stringify(reference)}`;

/**
 * Settled attempts on their way to `onSettled`. An entry becomes durable in the swap that settles its attempt. Needs no
 * further methods of a store: a queue is a record with two numbers, and a record for each place.
 */
export class Outbox {
  readonly #store: AttemptStore;
  readonly #clock: Pick<Clock, 'now'>;
  /** Places of each queue that were in use when they were read. */
  readonly #places = new Map<string, Map<number, Place>>();
  /** The last place of each queue that was read. */
  readonly #readTo = new Map<string, number>();

  #isUsed = false;

  constructor(store: AttemptStore, clock: Pick<Clock, 'now'>) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Creates the queues. Without them, no process has `onSettled`, and no entries are kept. */
  async register(): Promise<void> {
    await retryOnConflict(async () => {
      const values = await this.#store.read(QUEUES);
      const missing = QUEUES.filter((_, index) => values[index] === undefined);
      if (missing.length === 0) return true;
      const after = writeQueue({ head: 0, tail: 0 });
      return (await this.#store.swap(missing.map((name) => ({ name, before: undefined, after })))) || undefined;
    });
  }

  /**
   * Returns the changes that add an entry, for the swap that settles its attempt.
   * @param isFirst - whether no such swap has failed yet. It then need not be known whether there are queues.
   */
  async add(entry: SettledEntry, isFirst = false): Promise<Change[]> {
    const unit = unitOf(entry);
    const [name, queue] = [entriesName(unit), queueOf(unit)];
    const unused = [{ name: queue, before: undefined, after: undefined }]; // the swap fails if there are queues
    if (isFirst && !this.#isUsed) return unused;
    const [before, queueText] = await this.#store.read([name, queue]);
    if (queueText === undefined) return unused;
    this.#isUsed = true;
    const pending = parse(before);
    if (pending) {
      const next = { ...pending, entries: [...pending.entries, entry], version: crypto.randomUUID() };
      return [{ name, before, after: JSON.stringify(next) }];
    }
    const { place, changes } = this.#enqueue(queue, queueText, { unit, due: this.#clock.now() });
    const next: Pending = { place, failures: 0, entries: [entry], version: crypto.randomUUID() };
    return [...changes, { name, before, after: JSON.stringify(next) }];
  }

  /** Returns the places of all queues. One of them may be free meanwhile. */
  async list(): Promise<NumberedPlace[]> {
    const texts = await this.#store.read(QUEUES);
    for (const [index, queue] of QUEUES.entries()) {
      const text = texts[index];
      if (text !== undefined) await this.#readPlaces(queue, parseQueue(text));
    }
    const all = [...this.#places.values()].flatMap((places) => [...places]);
    return all.map(([number, place]) => ({ ...place, number }));
  }

  /**
   * Takes the lease on an order's entries.
   * @param owner - random
   * @param number - its place, if the entries may be delivered only when they are due
   * @returns the first entry; `undefined` if there is none, it is not due, or another process delivers it
   */
  take(unit: string, owner: string, number?: number): Promise<SettledEntry | undefined> {
    return retryOnConflict<{ entry?: SettledEntry }>(async () => {
      const name = entriesName(unit);
      const [before, lease] = await this.#store.read([name, leaseName(unit)]);
      const pending = parse(before);
      if (number !== undefined && pending?.place !== number) {
        this.#forget(unit, number);
        return {};
      }
      if (!pending || lease !== undefined) return {};
      const taken = { name: leaseName(unit), before: undefined, after: owner, expiresIn: LEASE };
      const isTaken = await swap(this.#store, [taken, { name, before, after: before }]);
      return isTaken ? { entry: pending.entries[0] } : undefined;
    }).then(({ entry }) => entry);
  }

  /** Extends a lease, or takes it again if it has expired. */
  async renew(unit: string, owner: string): Promise<void> {
    const name = leaseName(unit);
    const [before] = await this.#store.read([name]);
    if (before !== undefined && before !== owner) return;
    await this.#store.swap([{ name, before, after: owner, expiresIn: LEASE }]);
  }

  /** Gives a lease back. */
  async release(unit: string, owner: string): Promise<void> {
    await this.#store.swap([{ name: leaseName(unit), before: owner, after: undefined }]);
  }

  /**
   * Removes an entry that was delivered.
   * @returns the next entry of the order; `undefined` if there is none, or the lease was lost
   */
  delivered(unit: string, { id }: SettledEntry, owner: string): Promise<SettledEntry | undefined> {
    return this.#change<{ entry?: SettledEntry | undefined }>(unit, owner, id, {}, async (pending, release) => {
      const [, next, ...others] = pending.entries;
      if (next) {
        const kept: Pending = { ...pending, failures: 0, entries: [next, ...others] };
        return (await this.#writeEntries(unit, pending, kept)) && { entry: release.length > 0 ? next : undefined };
      }
      const queue = queueOf(unit);
      const place = { name: placeName(queue, pending.place), before: pending.placeText, after: undefined };
      const removal = { name: entriesName(unit), before: pending.text, after: undefined };
      if (!(await this.#store.swap([removal, place, ...release]))) return undefined;
      this.#forget(unit, pending.place);
      await this.#advance(queue);
      return {};
    }).then(({ entry }) => entry);
  }

  /**
   * Puts an order at the end of its queue, after `onSettled` has failed.
   * @param pause - how long to wait after so many failures in a row, in ms
   * @returns when its entries are due, in ms since 1970
   */
  postpone(unit: string, { id }: SettledEntry, owner: string, pause: (failures: number) => number): Promise<number> {
    return this.#change<number>(unit, owner, id, this.#clock.now(), async (pending, release) => {
      const queue = queueOf(unit);
      const due = this.#clock.now() + pause(pending.failures);
      const [queueText = writeQueue({ head: 0, tail: 0 })] = await this.#store.read([queue]);
      const { place, changes } = this.#enqueue(queue, queueText, { unit, due });
      const left = { name: placeName(queue, pending.place), before: pending.placeText, after: undefined };
      const next = { ...pending, place, failures: pending.failures + 1 };
      if (!(await this.#writeEntries(unit, pending, next, [...changes, left, ...release]))) return undefined;
      this.#forget(unit, pending.place);
      await this.#advance(queue);
      return due;
    });
  }

  /** Changes the record of an order while an entry is the first one; the last argument of `step` gives the lease back. */
  #change<T extends object | number>(
    unit: string,
    owner: string,
    id: string,
    gone: T,
    step: (pending: ReadPending, release: Change[]) => Promise<T | undefined>,
  ): Promise<T> {
    const names = [entriesName(unit), leaseName(unit)];
    return retryOnConflict<T>(async () => {
      const [text, lease] = await this.#store.read(names);
      const pending = parse(text);
      if (!pending || text === undefined || pending.entries[0].id !== id) return gone;
      const [placeText] = await this.#store.read([placeName(queueOf(unit), pending.place)]);
      const release = lease === owner ? [{ name: leaseName(unit), before: owner, after: undefined }] : [];
      return step({ ...pending, text, placeText }, release);
    });
  }

  async #writeEntries(
    unit: string,
    { text }: ReadPending,
    { place, failures, entries }: Omit<Pending, 'version'>,
    others: readonly Change[] = [],
  ): Promise<true | undefined> {
    const after = JSON.stringify({ place, failures, entries, version: crypto.randomUUID() } satisfies Pending);
    return (await swap(this.#store, [{ name: entriesName(unit), before: text, after }, ...others])) || undefined;
  }

  #enqueue(name: string, before: string, place: Place): { place: number; changes: Change[] } {
    const { head, tail } = parseQueue(before);
    const next = tail + 1;
    const queue = { name, before, after: writeQueue({ head, tail: next }) };
    const entry = { name: placeName(name, next), before: undefined, after: JSON.stringify(place) };
    return { place: next, changes: [queue, entry] };
  }

  async #readPlaces(queue: string, { head, tail }: Queue): Promise<void> {
    const known = this.#places.get(queue) ?? new Map<number, Place>();
    this.#places.set(queue, known);
    for (const place of known.keys()) if (place <= head) known.delete(place);
    let last = Math.max(head, this.#readTo.get(queue) ?? 0);
    while (last < tail) {
      const places = Array.from({ length: Math.min(BATCH, tail - last) }, (_, index) => last + 1 + index);
      const texts = await this.#store.read(places.map((place) => placeName(queue, place)));
      for (const [index, place] of places.entries()) {
        const text = texts[index];
        if (text !== undefined) known.set(place, JSON.parse(text) as Place);
      }
      last = places.at(-1) ?? tail;
      this.#readTo.set(queue, last);
    }
  }

  /** Moves the head over free places. They stay free. */
  async #advance(name: string): Promise<void> {
    const [before] = await this.#store.read([name]);
    if (before === undefined) return;
    const { head, tail } = parseQueue(before);
    const places = Array.from({ length: Math.min(BATCH, tail - head) }, (_, index) =>
      placeName(name, head + 1 + index),
    );
    const texts = places.length > 0 ? await this.#store.read(places) : [];
    const used = texts.findIndex((text) => text !== undefined);
    const free = used === -1 ? texts.length : used;
    if (free === 0) return;
    await this.#store.swap([{ name, before, after: writeQueue({ head: head + free, tail }) }]); // else the next one does it
  }

  #forget(unit: string, place: number): void {
    this.#places.get(queueOf(unit))?.delete(place);
  }
}

/** A record and the texts of the record and its place, as read. */
interface ReadPending extends Pending {
  readonly text: string;
  readonly placeText: string | undefined;
}

function parse(text: string | undefined): Pending | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as Pending);
}

function parseQueue(text: string): Queue {
  const [head = 0, tail = 0] = text.split(' ').map(Number);
  return { head, tail };
}

const writeQueue = ({ head, tail }: Queue): string => `${head} ${tail}`;

/** All entries of an order are in one queue. */
function queueOf(unit: string): string {
  let hash = 0;
  for (let at = 0; at < unit.length; at++) hash = (hash * 31 + unit.charCodeAt(at)) >>> 0;
  return QUEUES[hash % QUEUES.length] as string;
}
