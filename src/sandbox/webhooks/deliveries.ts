import { randomUUID } from 'node:crypto';
import { startTimer, type Clock } from '../../contract/clock.js';
import type { Mode } from '../../contract/protocol.js';
import type { Database } from '../data/database.js';
import type { Change, Table } from '../data/table.js';
import type { Delivery, DeliveryTry } from '../console-api.js';
import type { Endpoints } from './endpoints.js';
import type { PaymentEvent } from './event.js';
import { postEvent } from './post-event.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Delays before each retry, in ms. Short at first, while the shopper may be waiting. */
const RETRY_AFTER = [SECOND, 5 * SECOND, 10 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE];

/** Maximum number of stored deliveries, and of stored tries of each. */
const KEPT = 500;
const KEPT_TRIES = 50;

interface StoredDelivery extends Delivery {
  /** Failed tries since the event was first sent, or sent again by hand. */
  readonly failures: number;
}

/** Delivers events with retries. Continues after a restart. */
export class Deliveries {
  readonly #table: Table<StoredDelivery>;
  readonly #endpoints: Endpoints;
  readonly #clock: Clock;
  readonly #retryAfter: readonly number[];
  /** Functions that stop the timers of deliveries. */
  readonly #timers = new Map<string, () => void>();
  readonly #sending = new Set<string>();
  readonly #stop = new AbortController();

  constructor(database: Database, endpoints: Endpoints, clock: Clock, retryAfter: readonly number[] = RETRY_AFTER) {
    this.#table = database.table('deliveries');
    this.#endpoints = endpoints;
    this.#clock = clock;
    this.#retryAfter = retryAfter;
    for (const delivery of this.#table.values()) this.#schedule(delivery);
  }

  /** Newest first. */
  list(): readonly Delivery[] {
    return this.#table
      .values()
      .map(({ failures: _, ...delivery }) => delivery)
      .reverse()
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  }

  /**
   * Sends an event if there is an endpoint.
   * @param dueIn - delay in ms
   * @param also - changes to write together with the delivery
   */
  async announce(event: PaymentEvent, mode: Mode, dueIn: number, also: readonly Change[] = []): Promise<void> {
    const endpoint = this.#endpoints.find(mode);
    if (!endpoint) return this.#table.write(also);
    const delivery: StoredDelivery = {
      id: `msg_${randomUUID()}`,
      mode,
      type: event.type,
      url: endpoint.url,
      createdAt: this.#timeIn(0),
      state: 'waiting',
      tries: [],
      nextAt: this.#timeIn(dueIn),
      payload: event,
      failures: 0,
    };
    await this.#put(delivery, [...also, ...this.#dropOldest()]);
  }

  /** @returns `undefined` if it does not exist or is being sent */
  async sendAgain(id: string): Promise<Delivery | undefined> {
    const delivery = this.#table.get(id);
    if (!delivery || this.#sending.has(id)) return undefined;
    const { failures: _, ...again } = delivery;
    const waiting = { ...again, state: 'waiting', nextAt: this.#timeIn(0) } as const;
    await this.#put({ ...waiting, failures: 0 });
    return waiting;
  }

  /** Stops sending. Waiting deliveries continue when the database is opened again. */
  close(): void {
    this.#stop.abort();
    for (const stop of this.#timers.values()) stop();
    this.#timers.clear();
  }

  #schedule({ id, state, nextAt }: StoredDelivery): void {
    this.#timers.get(id)?.();
    this.#timers.delete(id);
    if (state !== 'waiting' || this.#stop.signal.aborted) return;
    const due = Math.max(0, Date.parse(nextAt ?? '') - this.#clock.now());
    this.#timers.set(
      id,
      startTimer(due, this.#clock, () => void this.#send(id).catch(report)),
    );
  }

  async #send(id: string): Promise<void> {
    const delivery = this.#table.get(id);
    if (!delivery) return;
    // Uses the current endpoint, which may have been corrected.
    const endpoint = this.#endpoints.find(delivery.mode);
    this.#sending.add(id);
    const latest = endpoint
      ? await postEvent(endpoint, id, delivery.payload, this.#stop.signal, this.#clock)
      : this.#noEndpoint();
    this.#sending.delete(id);
    if (this.#stop.signal.aborted) return;
    await this.#put(this.#after({ ...delivery, url: endpoint?.url ?? delivery.url }, latest));
  }

  /** The delivery after a try. */
  #after(delivery: StoredDelivery, latest: DeliveryTry): StoredDelivery {
    const tries = [...delivery.tries, latest].slice(-KEPT_TRIES);
    const isAccepted = latest.status !== null && latest.status >= 200 && latest.status < 300;
    if (isAccepted) return { ...delivery, tries, state: 'delivered', nextAt: null };
    const wait = this.#retryAfter[delivery.failures];
    const failures = delivery.failures + 1;
    if (wait === undefined) return { ...delivery, tries, failures, state: 'failed', nextAt: null };
    return { ...delivery, tries, failures, nextAt: this.#timeIn(wait) };
  }

  async #put(delivery: StoredDelivery, also: readonly Change[] = []): Promise<void> {
    await this.#table.write([...also, this.#table.change(delivery.id, delivery)]);
    this.#schedule(delivery);
  }

  #noEndpoint(): DeliveryTry {
    return { at: this.#timeIn(0), status: null, error: 'no endpoint', latencyMs: 0 };
  }

  #timeIn(ms: number): string {
    return new Date(this.#clock.now() + ms).toISOString();
  }

  #dropOldest(): readonly Change[] {
    const old = this.list()
      .slice(KEPT - 1)
      .filter(({ state }) => state !== 'waiting');
    return old.map(({ id }) => this.#table.change(id, undefined));
  }
}

function report(error: unknown): void {
  console.error('The sandbox could not store a delivery:', error);
}
