import type { Clock } from '../../contract/clock.js';
import type { AttemptAnswer, AttemptRecord } from './record.js';
import { type AttemptStore, type Change, retryOnConflict, swap } from './store.js';

/** A settled attempt that `onSettled` has not accepted yet. Contains no card data. */
export interface SettledEntry {
  /** Random. An attempt that is corrected is settled twice. */
  readonly id: string;
  readonly key: string;
  readonly reference?: string | undefined;
  readonly price?: AttemptRecord['price'];
  readonly state: 'succeeded' | 'failed';
  readonly answer?: AttemptAnswer | undefined;
}

/** The entries of one order, which are records of their own. Without a reference, the entries of one attempt. */
interface Unit {
  readonly first: number;
  readonly last: number;
  readonly failures: number;
  readonly due: number;
}

/** How long a process may deliver one entry before another process may, in ms: longer than a call of `onSettled`. */
const LEASE = 90_000;

/** Exists if some process has `onSettled`. */
const MARKER = 'outbox';
const UNITS = 'settled:';
const unitName = (unit: string): string => UNITS + unit;
const leaseName = (unit: string): string => `settling:${unit}`;
const entryName = (unit: string, number: number): string => `settled-entry:${number}:${unit}`;

export const unitOf = ({ key, reference }: Pick<SettledEntry, 'key' | 'reference'>): string =>
  reference === undefined ? `key:${key}` : `order:${JSON.stringify(reference)}`;

/** Settled attempts on their way to `onSettled`. An entry becomes durable in the swap that settles its attempt. */
export class Outbox {
  readonly #store: AttemptStore;
  readonly #clock: Pick<Clock, 'now'>;

  #isUsed = false;

  constructor(store: AttemptStore, clock: Pick<Clock, 'now'>) {
    this.#store = store;
    this.#clock = clock;
  }

  async register(): Promise<void> {
    const [marker] = await this.#store.read([MARKER]);
    if (marker === undefined) await this.#store.swap([{ name: MARKER, before: undefined, after: 'used' }]);
  }

  /** @param isFirst - no such swap has failed yet, so it need not be known whether the outbox is used */
  async add(entry: SettledEntry, isFirst = false): Promise<Change[]> {
    const unit = unitOf(entry);
    const name = unitName(unit);
    const unused = [{ name: MARKER, before: undefined, after: undefined }]; // the swap fails if it is used
    if (isFirst && !this.#isUsed) return unused;
    const [marker, before] = await this.#store.read([MARKER, name]);
    if (marker === undefined) return unused;
    this.#isUsed = true;
    const { last, ...rest } = parse(before) ?? { first: 1, last: 0, failures: 0, due: this.#clock.now() };
    const added = { name: entryName(unit, last + 1), before: undefined, after: JSON.stringify(entry) };
    return [{ name, before, after: write({ ...rest, last: last + 1 }) }, added];
  }

  async *list(): AsyncGenerator<{ readonly unit: string; readonly due: number; readonly count: number }> {
    for await (const [name, text] of this.#store.list(UNITS, { lasting: true })) {
      const { due, first, last } = JSON.parse(text) as Unit;
      yield { unit: name.slice(UNITS.length), due, count: last - first + 1 };
    }
  }

  /** @returns the first entry; `undefined` if there is none, it was postponed since `due`, or another process delivers it */
  take(unit: string, owner: string, due?: number): Promise<SettledEntry | undefined> {
    return retryOnConflict<{ entry?: SettledEntry | undefined }>(async () => {
      const name = unitName(unit);
      const [before, lease] = await this.#store.read([name, leaseName(unit)]);
      const pending = parse(before);
      if (!pending || lease !== undefined || (due !== undefined && pending.due !== due)) return {};
      const taken = { name: leaseName(unit), before: undefined, after: owner, expiresIn: LEASE };
      const isTaken = await swap(this.#store, [taken, { name, before, after: before }]);
      return isTaken ? { entry: await this.#read(unit, pending.first) } : undefined;
    }).then(({ entry }) => entry);
  }

  async release(unit: string, owner: string): Promise<void> {
    await this.#store.swap([{ name: leaseName(unit), before: owner, after: undefined }]);
  }

  /** @returns the next entry of the order; `undefined` if there is none, or the lease was lost */
  delivered(unit: string, { id }: SettledEntry, owner: string): Promise<SettledEntry | undefined> {
    return this.#change<{ entry?: SettledEntry | undefined }>(unit, owner, id, {}, async (pending, release) => {
      const { name, text: before, first, last, due } = pending;
      const removal = { name: entryName(unit, first), before: pending.entryText, after: undefined };
      if (first === last) {
        const isRemoved = await this.#store.swap([{ name, before, after: undefined }, removal, ...release]);
        return isRemoved ? {} : undefined;
      }
      const after = write({ first: first + 1, last, failures: 0, due });
      const renewal = release.map((change) => ({ ...change, after: owner, expiresIn: LEASE }));
      if (!(await swap(this.#store, [{ name, before, after }, removal, ...renewal]))) return undefined;
      return { entry: release.length > 0 ? await this.#read(unit, first + 1) : undefined };
    }).then(({ entry }) => entry);
  }

  /** @returns when the entries of the order are due, in ms since 1970 */
  postpone(unit: string, { id }: SettledEntry, owner: string, pause: (failures: number) => number): Promise<number> {
    return this.#change<number>(unit, owner, id, this.#clock.now(), async (pending, release) => {
      const { name, text: before, first, last, failures } = pending;
      const due = this.#clock.now() + pause(failures);
      const after = write({ first, last, failures: failures + 1, due });
      return (await swap(this.#store, [{ name, before, after }, ...release])) ? due : undefined;
    });
  }

  #change<T extends object | number>(
    unit: string,
    owner: string,
    id: string,
    gone: T,
    step: (pending: ReadUnit, release: Change[]) => Promise<T | undefined>,
  ): Promise<T> {
    const name = unitName(unit);
    return retryOnConflict<T>(async () => {
      const [text, lease] = await this.#store.read([name, leaseName(unit)]);
      const pending = parse(text);
      if (!pending || text === undefined) return gone;
      const [entryText] = await this.#store.read([entryName(unit, pending.first)]);
      if (entryText === undefined || (JSON.parse(entryText) as SettledEntry).id !== id) return gone;
      const release = lease === owner ? [{ name: leaseName(unit), before: owner, after: undefined }] : [];
      return step({ ...pending, name, text, entryText }, release);
    });
  }

  async #read(unit: string, number: number): Promise<SettledEntry | undefined> {
    const [text] = await this.#store.read([entryName(unit, number)]);
    return text === undefined ? undefined : (JSON.parse(text) as SettledEntry);
  }
}

interface ReadUnit extends Unit {
  readonly name: string;
  readonly text: string;
  readonly entryText: string;
}

function parse(text: string | undefined): Unit | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as Unit);
}

/** With something random, so that no two records have the same text: see `swap()`. */
const write = ({ first, last, failures, due }: Unit): string =>
  JSON.stringify({ first, last, failures, due, version: crypto.randomUUID() });
