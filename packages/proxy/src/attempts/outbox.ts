import type { Clock } from 'payment-widget/contract';
import { CONFLICT, retryOnConflict, swap, type AttemptStore, type Change } from '../stores/store.js';

/** A settled attempt that `onSettled` has not accepted yet. */
export interface SettledEntry {
  /** Random. An attempt that is corrected is settled twice. */
  readonly id: string;
  readonly key: string;
}

/** The entries of one order. Without a reference, the entries of one attempt. */
interface Queue {
  readonly entries: readonly SettledEntry[];
  readonly failures: number;
  /** When the first entry is delivered, in ms since 1970. If it has an owner: when another process may deliver it. */
  readonly due: number;
  readonly owner?: string | undefined;
}

/** In ms, longer than a call of `onSettled`. */
const LEASE = 90_000;

const PAUSE_MS = { first: 1000, longest: 3_600_000 };

/** Exists if some process has `onSettled`. */
const MARKER = 'outbox';
const QUEUES = 'settled:';
const queueName = (unit: string): string => QUEUES + unit;

export const unitOf = (key: string, { reference }: { readonly reference?: string | undefined }): string =>
  reference === undefined ? `key:${key}` : `order:${JSON.stringify(reference)}`;

export type Outbox = ReturnType<typeof createOutbox>;

/** Settled attempts on their way to `onSettled`. An entry becomes durable in the swap that settles its attempt. */
export function createOutbox(store: AttemptStore, clock: Pick<Clock, 'now'>) {
  /** A time that no pause leads to was written by a process with a wrong clock. */
  const isDue = ({ due }: Pick<Queue, 'due'>) => due <= clock.now() || due > clock.now() + PAUSE_MS.longest;

  /** @returns the queue as written; `undefined` if there is none, or `next` leaves it as it is */
  const change = (unit: string, next: (queue: Queue) => Queue | undefined): Promise<Queue | undefined> =>
    retryOnConflict<Queue | undefined>(async () => {
      const name = queueName(unit);
      const [before] = await store.read([name]);
      const queue = before === undefined ? undefined : next(parse(before));
      if (!queue) return undefined;
      const after = queue.entries.length > 0 ? write(queue) : undefined;
      return (await swap(store, [{ name, before, after }])) ? queue : CONFLICT;
    });

  return {
    async register(): Promise<void> {
      const [marker] = await store.read([MARKER]);
      if (marker === undefined) await store.swap([{ name: MARKER, before: undefined, after: 'used' }]);
    },

    async add(unit: string, key: string): Promise<Change> {
      const name = queueName(unit);
      const [marker, before] = await store.read([MARKER, name]);
      if (marker === undefined) return { name: MARKER, before: undefined, after: undefined }; // the swap fails if it is used
      const queue: Queue = before === undefined ? { entries: [], failures: 0, due: 0 } : parse(before);
      const entries = [...queue.entries, { id: crypto.randomUUID(), key }];
      const due = queue.owner === undefined ? clock.now() : queue.due; // also if earlier entries have failed shortly before
      return { name, before, after: write({ ...queue, entries, due }) };
    },

    async *list(): AsyncGenerator<{ unit: string; due: number; isDue: boolean; count: number }> {
      for await (const [name, text] of store.list(QUEUES, { lasting: true })) {
        const { due, entries } = parse(text);
        yield { unit: name.slice(QUEUES.length), due, isDue: isDue({ due }), count: entries.length };
      }
    },

    /** @returns the first entry; `undefined` if there is none, it was postponed, or another process delivers it */
    async take(unit: string, owner: string): Promise<SettledEntry | undefined> {
      const due = clock.now() + LEASE;
      const queue = await change(unit, (before) => (isDue(before) ? { ...before, owner, due } : undefined));
      return queue?.entries[0];
    },

    /** @returns the next entry of the order; `undefined` if there is none, the lease was lost, or `isLast` */
    async delivered(unit: string, owner: string, isLast = false): Promise<SettledEntry | undefined> {
      const lease = isLast ? { due: clock.now() } : { owner, due: clock.now() + LEASE };
      const queue = await change(unit, (before) =>
        before.owner === owner ? { entries: before.entries.slice(1), failures: 0, ...lease } : undefined,
      );
      return isLast ? undefined : queue?.entries[0];
    },

    /** @param chance - from 0 to 1, since many orders fail at the same time. @returns when it is due */
    async postpone(unit: string, owner: string, chance: number): Promise<number> {
      const queue = await change(unit, ({ entries, failures, owner: holder }) => {
        if (holder !== owner) return undefined;
        const pause = Math.min(PAUSE_MS.longest, PAUSE_MS.first * 2 ** failures) * (0.5 + chance / 2);
        return { entries, failures: failures + 1, due: clock.now() + Math.max(PAUSE_MS.first, pause) };
      });
      return queue?.due ?? clock.now();
    },
  };
}

const parse = (text: string) => JSON.parse(text) as Queue;

/** With something random, so that no two records have the same text: see `swap()`. */
const write = (queue: Queue): string => JSON.stringify({ ...queue, version: crypto.randomUUID() });
