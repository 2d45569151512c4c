import type { Attempts } from './attempts/attempts.js';
import type { SettledEntry } from './attempts/outbox.js';
import type { Attempt } from './attempts/record.js';
import { PROBLEM_TYPE, type Clock, withinTime } from 'payment-widget/contract';
import type { Log } from './log.js';
import type { Measure } from './measurements.js';
import { parseBody } from './replay.js';

/** An attempt whose outcome is certain. */
export interface SettledPayment {
  /** Random, and the same each time that this is repeated. An attempt that `resolve()` corrects is settled twice. */
  readonly id: string;
  /** The order. Missing if the payment named none. */
  readonly reference?: string;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /** `failed`: certainly not charged. Another attempt may pay the order. */
  readonly outcome: 'paid' | 'failed';
  /** The JSON response of the service, as the page gets it. `null` if there is none. */
  readonly payment: unknown;
  /** The key of the attempt. */
  readonly idempotencyKey: string;
}

/**
 * Called for each attempt that is settled, after its record is durable: by the response to the payment, or by `resolve()`. May be
 * called more than once for an attempt, also with another outcome after `resolve(…, { override: true })`. The
 * latest call counts. Attempts are kept for 31 days. While it throws or rejects, it is called again, after 1 s at first and after an hour at last. A call that has
 * not ended after a minute has failed.
 */
export type OnSettled = (settled: SettledPayment) => unknown;

/** The result of {@link Deliveries.run}. */
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

/** Delivers the entries of the outbox to `onSettled`. Nothing here rejects, except {@link run}. */
export class Deliveries {
  readonly #onSettled: OnSettled;
  readonly #open: () => Promise<Attempts>;
  readonly #log: Log;
  readonly #measure: Measure;
  readonly #clock: Clock;
  readonly #running = new Map<string, { readonly done: Promise<void>; hasMore: boolean }>();
  readonly #waiting: (() => void)[] = [];
  #calls = 0;
  #timer: AbortController | undefined;
  #wakesAt = Infinity;
  #isClosed = false;
  #hasEnded = false;

  constructor(onSettled: OnSettled, open: () => Promise<Attempts>, log: Log, measure: Measure, clock: Clock) {
    this.#onSettled = onSettled;
    this.#open = open;
    this.#log = log;
    this.#measure = measure;
    this.#clock = clock;
  }

  /** Some runtimes allow timers only while they handle a request. */
  start(): void {
    if (!this.#timer) this.#wakeAt(this.#clock.now());
  }

  /** Also if earlier entries of the order have failed shortly before. */
  readonly deliver = (unit: string): void => {
    void this.#deliverOrder(unit).catch(this.#logStore);
  };

  /** @throws if the store fails */
  async run(): Promise<DeliveryReport> {
    const report = { delivered: 0, failed: 0 };
    if (this.#isClosed) return report;
    const { outbox } = await this.#open();
    const delivering: Promise<void>[] = [];
    for await (const { unit, due } of outbox.list()) {
      if (this.#isDue(due)) delivering.push(this.#deliverOrder(unit, due, report));
    }
    await Promise.all(delivering);
    return report;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#timer?.abort();
    for (const start of this.#waiting.splice(0)) start();
    const ended = Promise.allSettled([...this.#running.values()].map(({ done }) => done));
    await withinTime(PATIENCE_MS, this.#clock, () => ended).catch(() => undefined);
    this.#hasEnded = true;
  }

  async #poll(): Promise<void> {
    this.#wakesAt = Infinity;
    let next = this.#clock.now() + POLL_MS;
    try {
      const { outbox } = await this.#open();
      for await (const { unit, due } of outbox.list()) {
        if (this.#isDue(due)) void this.#deliverOrder(unit, due).catch(this.#logStore);
        else next = Math.min(next, due);
      }
    } catch (error) {
      this.#logStore(error);
      next = this.#clock.now() + POLL_AFTER_FAILURE_MS;
    }
    this.#wakeAt(next);
  }

  #wakeAt(time: number): void {
    if (this.#isClosed || time >= this.#wakesAt) return;
    this.#timer?.abort();
    this.#wakesAt = time;
    const { signal } = (this.#timer = new AbortController());
    this.#clock.sleep(Math.max(0, time - this.#clock.now()), signal, true).then(
      () => {
        if (!signal.aborted) void this.#poll();
      },
      () => {
        this.#timer = undefined; // the runtime allows no timers yet
        this.#wakesAt = Infinity;
      },
    );
  }

  #deliverOrder(unit: string, due?: number, report?: DeliveryReport): Promise<void> {
    const running = this.#running.get(unit);
    if (running) {
      running.hasMore ||= due === undefined;
      return running.done;
    }
    const done = this.#enter()
      .then(() => (this.#isClosed ? undefined : this.#deliverEntries(unit, due, report)))
      .finally(() => {
        this.#leave();
        const hasMore = this.#running.get(unit)?.hasMore === true;
        this.#running.delete(unit);
        if (hasMore && !this.#isClosed) this.deliver(unit);
      });
    this.#running.set(unit, { done, hasMore: false });
    return done;
  }

  async #enter(): Promise<void> {
    if (this.#calls < MAX_CALLS) this.#calls++;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve)); // takes the place of an earlier call
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#calls--;
  }

  async #deliverEntries(unit: string, due: number | undefined, report?: DeliveryReport): Promise<void> {
    const owner = crypto.randomUUID();
    const attempts = await this.#open();
    const { outbox } = attempts;
    let entry = await outbox.take(unit, owner, due);
    while (entry) {
      const isAccepted = await this.#call(entry, await attempts.find(entry.key));
      if (report) report[isAccepted ? 'delivered' : 'failed']++;
      if (!isAccepted) {
        if (this.#hasEnded) return; // the lease expires
        this.#wakeAt(await outbox.postpone(unit, entry, owner, this.#pauseAfter));
        return;
      }
      entry = await outbox.delivered(unit, entry, owner);
      if (!entry || !this.#isClosed) continue;
      await outbox.release(unit, owner);
      return;
    }
  }

  async #call({ id, key }: SettledEntry, attempt: Attempt | undefined): Promise<boolean> {
    if (!attempt) return true; // the store has forgotten it
    const settled = describe(id, attempt);
    try {
      await withinTime(CALL_LIMIT_MS, this.#clock, () => Promise.resolve(this.#onSettled(settled)));
      this.#measure({ kind: 'settled', result: 'delivered' });
      return true;
    } catch (error) {
      this.#measure({ kind: 'settled', result: 'failed' });
      this.#log('settled_failed', { key }, error);
      return false;
    }
  }

  /** A time that no pause leads to was written by a process with a wrong clock. */
  #isDue(due: number): boolean {
    const now = this.#clock.now();
    return due <= now || due > now + PAUSE_MS.longest;
  }

  /** With jitter, since many orders fail at the same time if the merchant's database does. */
  readonly #pauseAfter = (failures: number): number => {
    const pause = Math.min(PAUSE_MS.longest, PAUSE_MS.first * 2 ** failures);
    return Math.max(PAUSE_MS.first, pause * (0.5 + this.#clock.random() / 2));
  };

  readonly #logStore = (error: unknown): void => {
    this.#log('store_failed', {}, error);
  };
}

function describe(id: string, { key, reference, price, state, answer }: Attempt): SettledPayment {
  return {
    id,
    ...(reference !== undefined && { reference }),
    ...(price as NonNullable<typeof price>), // each payment has one
    outcome: state === 'succeeded' ? 'paid' : 'failed',
    payment: answer?.mediaType === PROBLEM_TYPE ? null : parseBody(answer?.body),
    idempotencyKey: key,
  };
}
