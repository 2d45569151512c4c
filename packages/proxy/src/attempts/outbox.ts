import type { Clock } from 'payment-widget/contract';
import { CONFLICT, retryOnConflict, swap, type AttemptStore, type Change } from '../stores/store.js';

/** A settled attempt that `onSettled` has not accepted yet. */
export interface SettledEntry {
  /** A random id, since an attempt that is corrected is settled twice. */
  readonly id: string;
  readonly key: string;
}

/** An entry, and the order's queue as it was read or written. */
export interface QueuedEntry {
  /** The order or, without a reference, the attempt. */
  readonly unit: string;
  readonly entry: SettledEntry;
  /** The text of the queue whose first entry this is. */
  readonly queue: string;
}

/** The entries of one order or, without a reference, of one attempt. */
interface Queue {
  readonly entries: readonly SettledEntry[];
  readonly failures: number;
  readonly due: number;
}

/** An entry that exists if some process has `onSettled`. */
const MARKER = 'outbox';
const USED = 'used';
const QUEUES = 'settled:';
const queueName = (unit: string): string => QUEUES + unit;
/** An entry that expires by the clock of the store: the clocks of the processes differ. */
const leaseName = (unit: string): string => `settling:${unit}`;

export const unitOf = (key: string, { reference }: { readonly reference?: string | undefined }): string =>
  reference === undefined ? `key:${key}` : `order:${JSON.stringify(reference)}`;

export type Outbox = ReturnType<typeof createOutbox>;

interface Addition {
  readonly change: Change;
  readonly queued?: QueuedEntry;
}

interface OutboxOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly deliveryLease: number;
}

/** Settled attempts on their way to `onSettled`. An entry becomes durable in the swap that settles its attempt. */
export function createOutbox(store: AttemptStore, { clock, deliveryLease }: OutboxOptions) {
  /** The marker once it was read, which is `[undefined]` if no process has `onSettled`. */
  let lastMarker: readonly [string | undefined, before?: undefined] | undefined;

  /**
   * Reads nothing unless the swap fails: only other processes have changed the queue since it was taken.
   * @param step - gets the changes that write the queue and give up the lease, if it is still held
   */
  const changeQueue = <T>(
    { unit, entry, queue: taken }: QueuedEntry,
    owner: string,
    gone: T,
    step: (queue: Queue, change: Change, lease: readonly Change[]) => Promise<T | typeof CONFLICT>,
  ): Promise<T> => {
    let known: readonly (string | undefined)[] | undefined = [taken, owner];
    return retryOnConflict<T>(async () => {
      const [before, lease] = known ?? (await store.read([queueName(unit), leaseName(unit)]));
      known = undefined;
      const queue = parse(before);
      if (queue?.entries[0]?.id !== entry.id) return gone;
      const release = lease === owner ? [{ name: leaseName(unit), before: owner, after: undefined }] : [];
      return step(queue, { name: queueName(unit), before, after: undefined }, release);
    });
  };

  return {
    async register(): Promise<void> {
      const [marker] = await store.read([MARKER]);
      if (marker === undefined) await store.swap([{ name: MARKER, before: undefined, after: USED }]);
      lastMarker = [USED];
    },

    /**
     * @param isGuess - assumes that the marker is unchanged and the queue is empty. If not, the swap fails.
     * @returns the change that adds the entry, and the first entry of the order then
     */
    async add(unit: string, key: string, isGuess: boolean): Promise<Addition> {
      const name = queueName(unit);
      const [marker, before] = (isGuess && lastMarker) || (await store.read([MARKER, name]));
      lastMarker = [marker];
      if (marker === undefined) return { change: { name: MARKER, before: undefined, after: undefined } }; // the swap fails if it is used
      const { entries: earlier, ...rest } = parse(before) ?? { entries: [], failures: 0, due: clock.now() };
      const own = { id: crypto.randomUUID(), key };
      const queue = write({ ...rest, entries: [...earlier, own] });
      return { change: { name, before, after: queue }, queued: { unit, entry: earlier[0] ?? own, queue } };
    },

    async *list(): AsyncGenerator<{ readonly unit: string; readonly due: number; readonly count: number }> {
      for await (const [name, text] of store.list(QUEUES, { lasting: true })) {
        const { due, entries } = JSON.parse(text) as Queue;
        yield { unit: name.slice(QUEUES.length), due, count: entries.length };
      }
    },

    /**
     * @param known - what `add` has returned. Then nothing is read unless the swap fails.
     * @returns the first entry; `undefined` if there is none, it was postponed since `due`, or another process delivers it
     */
    take: (
      unit: string,
      owner: string,
      { due, known }: { readonly due?: number | undefined; readonly known?: QueuedEntry | undefined } = {},
    ): Promise<QueuedEntry | undefined> => {
      let guess = known?.queue;
      return retryOnConflict<QueuedEntry | undefined>(async () => {
        const [before, lease] = guess === undefined ? await store.read([queueName(unit), leaseName(unit)]) : [guess];
        guess = undefined;
        const queue = parse(before);
        const entry = queue?.entries[0];
        if (before === undefined || !entry || lease !== undefined) return undefined;
        if (due !== undefined && queue.due !== due) return undefined;
        const taken = { name: leaseName(unit), before: undefined, after: owner, expiresIn: deliveryLease };
        const isTaken = await swap(store, [taken, { name: queueName(unit), before, after: before }]);
        return isTaken ? { unit, entry, queue: before } : CONFLICT;
      });
    },

    async release(unit: string, owner: string): Promise<void> {
      await store.swap([{ name: leaseName(unit), before: owner, after: undefined }]);
    },

    /** @returns the next entry of the order; `undefined` if there is none, or the lease was lost */
    delivered: (taken: QueuedEntry, owner: string): Promise<QueuedEntry | undefined> =>
      changeQueue<QueuedEntry | undefined>(taken, owner, undefined, async (queue, change, lease) => {
        const [, next, ...others] = queue.entries;
        if (!next) return (await store.swap([{ ...change, after: undefined }, ...lease])) ? undefined : CONFLICT;
        const after = write({ entries: [next, ...others], failures: 0, due: queue.due });
        const renewal = lease.map((each) => ({ ...each, after: owner, expiresIn: deliveryLease }));
        if (!(await swap(store, [{ ...change, after }, ...renewal]))) return CONFLICT;
        return lease.length > 0 ? { unit: taken.unit, entry: next, queue: after } : undefined;
      }),

    /** @returns when the entries of the order are due, in ms since 1970 */
    postpone: (taken: QueuedEntry, owner: string, pauseAfter: (failures: number) => number) =>
      changeQueue<number>(taken, owner, clock.now(), async (queue, change, lease) => {
        const due = clock.now() + pauseAfter(queue.failures);
        const after = write({ ...queue, failures: queue.failures + 1, due });
        return (await swap(store, [{ ...change, after }, ...lease])) ? due : CONFLICT;
      }),
  };
}

function parse(text: string | undefined): Queue | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as Queue);
}

/** Adds something random, so that no two records have the same text: see `swap()`. */
const write = (queue: Queue): string => JSON.stringify({ ...queue, version: crypto.randomUUID() });
