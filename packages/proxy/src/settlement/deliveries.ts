import { withinTime, type Clock } from 'payment-widget/contract';
import type { Attempts, Settlement } from '../attempts/attempts.js';
import type { SettledEntry } from '../attempts/outbox.js';
import { isSettledState, type StoredAttempt } from '../attempts/record.js';
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
/** The limit is below a lease, so that no other process calls meanwhile. */
const CALL_LIMIT_MS = 60_000;
const PATIENCE_MS = 10_000;

interface Delivery {
  /** The time at which the entries must still be due, in ms since 1970. */
  readonly due?: number;
  /** What this process has just written. */
  readonly settlement?: Settlement | undefined;
  readonly report?: DeliveryReport;
}

interface Tools {
  readonly log: Log;
  readonly measure: Measure;
  readonly clock: Clock;
}

/** Delivers the entries of the outbox to `onSettled`. Nothing here rejects, except `run`. */
export class Deliveries {
  readonly #onSettled: OnSettled;
  readonly #open: () => Promise<Attempts>;
  readonly #tools: Tools;
  /** The deliveries that run, by order. `hasMore`: an entry was added meanwhile. */
  readonly #running = new Map<string, { readonly done: Promise<void>; hasMore: boolean }>();
  /** Orders that wait for the end of another call. */
  readonly #waiting: (() => void)[] = [];
  #calls = 0;
  #timer: AbortController | undefined;
  #wakesAt = Infinity;
  #state: 'open' | 'closing' | 'closed' = 'open';

  constructor(onSettled: OnSettled, open: () => Promise<Attempts>, tools: Tools) {
    this.#onSettled = onSettled;
    this.#open = open;
    this.#tools = tools;
  }

  /** Some runtimes allow timers only while they handle a request. */
  start(): void {
    if (!this.#timer) this.#wakeAt(this.#now);
  }

  /** Delivers at once, also if earlier entries of the order have failed shortly before. */
  deliver(settlement: Settlement | undefined): void {
    const { queued } = settlement ?? {};
    if (queued) this.#begin(queued.unit, { settlement });
  }

  /** @throws if the store fails */
  async run(): Promise<DeliveryReport> {
    const report = { delivered: 0, failed: 0 };
    if (this.#state !== 'open') return report;
    const { outbox } = await this.#open();
    const delivering: Promise<void>[] = [];
    for await (const { unit, due } of outbox.list()) {
      if (this.#isDue(due)) delivering.push(this.#deliverOrder(unit, { due, report }));
    }
    await Promise.all(delivering);
    return report;
  }

  async close(): Promise<void> {
    this.#state = 'closing';
    this.#timer?.abort();
    for (const start of this.#waiting.splice(0)) start();
    const ended = Promise.allSettled([...this.#running.values()].map(({ done }) => done));
    await withinTime(PATIENCE_MS, this.#tools.clock, () => ended).catch(() => undefined);
    this.#state = 'closed';
  }

  get #now(): number {
    return this.#tools.clock.now();
  }

  #begin(unit: string, delivery: Delivery): void {
    this.#deliverOrder(unit, delivery).catch(this.#logStore);
  }

  readonly #logStore = (error: unknown): void => {
    this.#tools.log('store_failed', {}, error);
  };

  /** A time that no pause leads to was written by a process with a wrong clock. */
  #isDue(due: number): boolean {
    return due <= this.#now || due > this.#now + PAUSE_MS.longest;
  }

  /** Adds jitter, since many orders fail at the same time if the merchant's database does. */
  readonly #pauseAfter = (failures: number): number => {
    const pause = Math.min(PAUSE_MS.longest, PAUSE_MS.first * 2 ** failures);
    return Math.max(PAUSE_MS.first, pause * (0.5 + this.#tools.clock.random() / 2));
  };

  async #poll(): Promise<void> {
    this.#wakesAt = Infinity;
    let next = this.#now + POLL_MS;
    try {
      const { outbox } = await this.#open();
      for await (const { unit, due } of outbox.list()) {
        if (this.#isDue(due)) this.#begin(unit, { due });
        else next = Math.min(next, due);
      }
    } catch (error) {
      this.#logStore(error);
      next = this.#now + POLL_AFTER_FAILURE_MS;
    }
    this.#wakeAt(next);
  }

  #wakeAt(time: number): void {
    if (this.#state !== 'open' || time >= this.#wakesAt) return;
    this.#timer?.abort();
    this.#wakesAt = time;
    const { signal } = (this.#timer = new AbortController());
    this.#tools.clock.sleep(Math.max(0, time - this.#now), signal, true).then(
      () => {
        if (!signal.aborted) void this.#poll();
      },
      () => {
        this.#timer = undefined; // the runtime allows no timers yet
        this.#wakesAt = Infinity;
      },
    );
  }

  #deliverOrder(unit: string, delivery: Delivery): Promise<void> {
    const earlier = this.#running.get(unit);
    if (earlier) {
      earlier.hasMore ||= delivery.due === undefined;
      return earlier.done;
    }
    const done = this.#enter()
      .then(() => (this.#state === 'open' ? this.#deliverEntries(unit, delivery) : undefined))
      .finally(() => {
        this.#leave();
        const hasMore = this.#running.get(unit)?.hasMore === true;
        this.#running.delete(unit);
        if (hasMore && this.#state === 'open') this.#begin(unit, {});
      });
    this.#running.set(unit, { done, hasMore: false });
    return done;
  }

  async #enter(): Promise<void> {
    if (this.#calls < MAX_CALLS) this.#calls++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve)); // it takes the place of an earlier call
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#calls--;
  }

  async #deliverEntries(unit: string, { due, settlement, report }: Delivery): Promise<void> {
    const owner = crypto.randomUUID();
    const attempts = await this.#open();
    const { outbox } = attempts;
    let taken = await outbox.take(unit, owner, { due, known: settlement?.queued });
    while (taken) {
      const { key } = taken.entry;
      const isUnchanged = taken.queue === settlement?.queued?.queue && key === settlement.attempt.key;
      const isAccepted = await this.#call(taken.entry, isUnchanged ? settlement.attempt : await attempts.find(key));
      if (report) report[isAccepted ? 'delivered' : 'failed']++;
      if (!isAccepted) {
        if (this.#state === 'closed') return; // the lease expires
        this.#wakeAt(await outbox.postpone(taken, owner, this.#pauseAfter));
        return;
      }
      taken = await outbox.delivered(taken, owner);
      if (!taken || this.#state === 'open') continue;
      await outbox.release(unit, owner);
      return;
    }
  }

  async #call({ id, key }: SettledEntry, attempt: StoredAttempt | undefined): Promise<boolean> {
    if (!attempt || !isSettledState(attempt.state)) return true; // the store has forgotten it, or it was reopened
    const { log, measure, clock } = this.#tools;
    const settled = toSettledPayment(id, attempt);
    try {
      await withinTime(CALL_LIMIT_MS, clock, () => Promise.resolve(this.#onSettled(settled)));
      measure({ kind: 'settled', result: 'delivered' });
      return true;
    } catch (error) {
      measure({ kind: 'settled', result: 'failed' });
      log('settled_failed', { key }, error);
      return false;
    }
  }
}
