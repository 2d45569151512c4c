import { withinTime, type Clock } from 'payment-widget/contract';
import type { Attempts, Settlement } from '../attempts/attempts.js';
import type { SettledEntry } from '../attempts/outbox.js';
import type { StoredAttempt } from '../attempts/record.js';
import type { Log } from '../log/events.js';
import type { Measure } from '../log/measurements.js';
import { type OnSettled, toSettledPayment } from './settled-payment.js';

/** The result of `deliverSettled()`. */
export interface DeliveryReport {
  /** Calls that `onSettled` has accepted. */
  delivered: number;
  /** Calls that failed. They are repeated later. */
  failed: number;
}

const PAUSE_MS = { first: 1000, longest: 3_600_000 };
/** How often the store is asked for entries of other processes. */
const POLL_MS = 5000;
const POLL_AFTER_FAILURE_MS = 30_000;
const MAX_CALLS = 8;
/** Less than a lease, so that no other process calls meanwhile. */
const CALL_LIMIT_MS = 60_000;
const PATIENCE_MS = 10_000;

interface Delivery {
  /** Only if the entries are still due then, in ms since 1970. */
  readonly due?: number;
  /** What this process has just written. */
  readonly settlement?: Settlement | undefined;
  readonly report?: DeliveryReport;
}

export type Deliveries = ReturnType<typeof createDeliveries>;

/** Delivers the entries of the outbox to `onSettled`. Nothing here rejects, except `run`. */
export function createDeliveries(
  onSettled: OnSettled,
  open: () => Promise<Attempts>,
  { log, measure, clock }: { readonly log: Log; readonly measure: Measure; readonly clock: Clock },
) {
  const running = new Map<string, { readonly done: Promise<void>; hasMore: boolean }>();
  const waiting: (() => void)[] = [];
  let calls = 0;
  let timer: AbortController | undefined;
  let wakesAt = Infinity;
  let isClosed = false;
  let hasEnded = false;

  const logStore = (error: unknown) => {
    log('store_failed', {}, error);
  };

  /** A time that no pause leads to was written by a process with a wrong clock. */
  const isDue = (due: number) => due <= clock.now() || due > clock.now() + PAUSE_MS.longest;

  /** With jitter, since many orders fail at the same time if the merchant's database does. */
  function pauseAfter(failures: number): number {
    const pause = Math.min(PAUSE_MS.longest, PAUSE_MS.first * 2 ** failures);
    return Math.max(PAUSE_MS.first, pause * (0.5 + clock.random() / 2));
  }

  async function poll(): Promise<void> {
    wakesAt = Infinity;
    let next = clock.now() + POLL_MS;
    try {
      const { outbox } = await open();
      for await (const { unit, due } of outbox.list()) {
        if (isDue(due)) void deliverOrder(unit, { due }).catch(logStore);
        else next = Math.min(next, due);
      }
    } catch (error) {
      logStore(error);
      next = clock.now() + POLL_AFTER_FAILURE_MS;
    }
    wakeAt(next);
  }

  function wakeAt(time: number): void {
    if (isClosed || time >= wakesAt) return;
    timer?.abort();
    wakesAt = time;
    const { signal } = (timer = new AbortController());
    clock.sleep(Math.max(0, time - clock.now()), signal, true).then(
      () => {
        if (!signal.aborted) void poll();
      },
      () => {
        timer = undefined; // the runtime allows no timers yet
        wakesAt = Infinity;
      },
    );
  }

  function deliverOrder(unit: string, delivery: Delivery = {}): Promise<void> {
    const earlier = running.get(unit);
    if (earlier) {
      earlier.hasMore ||= delivery.due === undefined;
      return earlier.done;
    }
    const done = enter()
      .then(() => (isClosed ? undefined : deliverEntries(unit, delivery)))
      .finally(() => {
        leave();
        const hasMore = running.get(unit)?.hasMore === true;
        running.delete(unit);
        if (hasMore && !isClosed) void deliverOrder(unit).catch(logStore);
      });
    running.set(unit, { done, hasMore: false });
    return done;
  }

  async function enter(): Promise<void> {
    if (calls < MAX_CALLS) calls++;
    else await new Promise<void>((resolve) => waiting.push(resolve)); // takes the place of an earlier call
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else calls--;
  }

  async function deliverEntries(unit: string, { due, settlement, report }: Delivery): Promise<void> {
    const owner = crypto.randomUUID();
    const attempts = await open();
    const { outbox } = attempts;
    let taken = await outbox.take(unit, owner, { due, known: settlement?.queued });
    while (taken) {
      const { key } = taken.entry;
      const isUnchanged = taken.queue === settlement?.queued?.queue && key === settlement.attempt.key;
      const isAccepted = await call(taken.entry, isUnchanged ? settlement.attempt : await attempts.find(key));
      if (report) report[isAccepted ? 'delivered' : 'failed']++;
      if (!isAccepted) {
        if (hasEnded) return; // the lease expires
        wakeAt(await outbox.postpone(taken, owner, pauseAfter));
        return;
      }
      taken = await outbox.delivered(taken, owner);
      if (!taken || !isClosed) continue;
      await outbox.release(unit, owner);
      return;
    }
  }

  async function call({ id, key }: SettledEntry, attempt: StoredAttempt | undefined): Promise<boolean> {
    if (!attempt) return true; // the store has forgotten it
    const settled = toSettledPayment(id, attempt);
    try {
      await withinTime(CALL_LIMIT_MS, clock, () => Promise.resolve(onSettled(settled)));
      measure({ kind: 'settled', result: 'delivered' });
      return true;
    } catch (error) {
      measure({ kind: 'settled', result: 'failed' });
      log('settled_failed', { key }, error);
      return false;
    }
  }

  return {
    /** Also if earlier entries of the order have failed shortly before. */
    deliver(settlement: Settlement | undefined): void {
      const { queued } = settlement ?? {};
      if (queued) void deliverOrder(queued.unit, { settlement }).catch(logStore);
    },

    /** Some runtimes allow timers only while they handle a request. */
    start(): void {
      if (!timer) wakeAt(clock.now());
    },

    /** @throws if the store fails */
    async run(): Promise<DeliveryReport> {
      const report = { delivered: 0, failed: 0 };
      if (isClosed) return report;
      const { outbox } = await open();
      const delivering: Promise<void>[] = [];
      for await (const { unit, due } of outbox.list()) {
        if (isDue(due)) delivering.push(deliverOrder(unit, { due, report }));
      }
      await Promise.all(delivering);
      return report;
    },

    async close(): Promise<void> {
      isClosed = true;
      timer?.abort();
      for (const start of waiting.splice(0)) start();
      const ended = Promise.allSettled([...running.values()].map(({ done }) => done));
      await withinTime(PATIENCE_MS, clock, () => ended).catch(() => undefined);
      hasEnded = true;
    },
  };
}
