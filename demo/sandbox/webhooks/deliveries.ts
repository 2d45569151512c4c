import { randomUUID } from 'node:crypto';
import type { Mode } from '../../../src/contract/protocol.js';
import type { Database } from '../../data/database.js';
import type { Change, Table } from '../../data/table.js';
import type { Changes } from '../changes.js';
import type { Delivery, DeliveryTry } from '../console-api.js';
import type { Endpoints } from './endpoints.js';
import type { PaymentEvent } from './event.js';
import { postEvent } from './post-event.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How long after each try that failed the next one comes: soon at first, while the shop may still get its answer. */
const RETRY_AFTER = [SECOND, 5 * SECOND, 10 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE];

/** How many deliveries are remembered, and how many tries of each. */
const KEPT = 500;
const KEPT_TRIES = 50;

interface StoredDelivery extends Delivery {
  /** How many tries have failed since it was first sent, or sent again by hand. */
  readonly failures: number;
}

/** Sends events to their endpoints until they are taken, or it has been tried often enough; a restart goes on with it. */
export class Deliveries {
  readonly #table: Table<StoredDelivery>;
  readonly #endpoints: Endpoints;
  readonly #changes: Changes;
  readonly #retryAfter: readonly number[];
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #sending = new Set<string>();
  readonly #stop = new AbortController();

  constructor(database: Database, endpoints: Endpoints, changes: Changes, retryAfter: readonly number[] = RETRY_AFTER) {
    this.#table = database.table('deliveries');
    this.#endpoints = endpoints;
    this.#changes = changes;
    this.#retryAfter = retryAfter;
    for (const delivery of this.#table.values()) this.#schedule(delivery);
  }

  /** The newest first. */
  list(): readonly Delivery[] {
    return this.#table
      .values()
      .map(({ failures: _, ...delivery }) => delivery)
      .reverse()
      .sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  }

  /**
   * Sends an event, if there is an endpoint for it.
   * @param dueIn - after how long, in ms
   * @param also - what is written with it: there is never the one without the other
   */
  async announce(event: PaymentEvent, mode: Mode, dueIn: number, also: readonly Change[] = []): Promise<void> {
    const endpoint = this.#endpoints.find(mode);
    if (!endpoint) return this.#table.write(also);
    const delivery: StoredDelivery = {
      id: `msg_${randomUUID()}`,
      mode,
      type: event.type,
      url: endpoint.url,
      createdAt: new Date().toISOString(),
      state: 'waiting',
      tries: [],
      nextAt: new Date(Date.now() + dueIn).toISOString(),
      payload: event,
      failures: 0,
    };
    await this.#put(delivery, [...also, ...this.#forgetOld()]);
  }

  /** @returns nothing when there is none by that id, or it is being sent just now */
  async sendAgain(id: string): Promise<Delivery | undefined> {
    const delivery = this.#table.get(id);
    if (!delivery || this.#sending.has(id)) return undefined;
    const { failures: _, ...again } = delivery;
    const waiting = { ...again, state: 'waiting', nextAt: new Date().toISOString() } as const;
    await this.#put({ ...waiting, failures: 0 });
    return waiting;
  }

  isBeingSent(id: string): boolean {
    return this.#sending.has(id);
  }

  /** Sends nothing any more. What waits goes on when the database is opened again. */
  close(): void {
    this.#stop.abort();
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #schedule({ id, state, nextAt }: StoredDelivery): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    if (state !== 'waiting' || this.#stop.signal.aborted) return;
    const due = Math.max(0, Date.parse(nextAt ?? '') - Date.now());
    this.#timers.set(
      id,
      setTimeout(() => void this.#send(id).catch(report), due),
    );
  }

  async #send(id: string): Promise<void> {
    const delivery = this.#table.get(id);
    if (!delivery) return;
    // Where the endpoint is now: one that was mended gets what waits for it.
    const endpoint = this.#endpoints.find(delivery.mode);
    this.#sending.add(id);
    const latest = endpoint ? await postEvent(endpoint, id, delivery.payload, this.#stop.signal) : nobodyThere();
    this.#sending.delete(id);
    if (this.#stop.signal.aborted) return;
    await this.#put(this.#after({ ...delivery, url: endpoint?.url ?? delivery.url }, latest));
  }

  /** What a delivery is after a try. */
  #after(delivery: StoredDelivery, latest: DeliveryTry): StoredDelivery {
    const tries = [...delivery.tries, latest].slice(-KEPT_TRIES);
    const isTaken = latest.status !== null && latest.status >= 200 && latest.status < 300;
    if (isTaken) return { ...delivery, tries, state: 'delivered', nextAt: null };
    const wait = this.#retryAfter[delivery.failures];
    const failures = delivery.failures + 1;
    if (wait === undefined) return { ...delivery, tries, failures, state: 'failed', nextAt: null };
    return { ...delivery, tries, failures, nextAt: new Date(Date.now() + wait).toISOString() };
  }

  async #put(delivery: StoredDelivery, also: readonly Change[] = []): Promise<void> {
    const written = this.#table.write([...also, this.#table.change(delivery.id, delivery)]);
    this.#changes.tell('deliveries');
    await written;
    this.#schedule(delivery);
  }

  #forgetOld(): readonly Change[] {
    const old = this.list()
      .slice(KEPT - 1)
      .filter(({ state }) => state !== 'waiting');
    return old.map(({ id }) => this.#table.change(id, undefined));
  }
}

const nobodyThere = (): DeliveryTry => ({
  at: new Date().toISOString(),
  status: null,
  error: 'there is no endpoint',
  latencyMs: 0,
});

function report(error: unknown): void {
  console.error('A delivery of the sandbox could not be written down:', error);
}
