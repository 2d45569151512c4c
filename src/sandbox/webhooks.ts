import { randomBytes, randomUUID } from 'node:crypto';
import { isTimeout, startTimer, withinTime, type Clock } from '../contract/clock.js';
import type { Mode } from '../contract/protocol.js';
import { importWebhookSecret, signWebhook } from '../proxy/webhook-signature.js';
import type { PaymentRecord } from './assumptions.js';
import type { ChangeNotifier } from './changes.js';
import type { RevealedEndpoint, WebhookEndpoint } from './console-api.js';
import type { Change, Database, Table } from './database.js';

/** The payload of an event, as recommended by the Standard Webhooks specification. */
export interface PaymentEvent {
  readonly type: Delivery['type'];
  readonly timestamp: string;
  readonly data: Omit<PaymentRecord, 'status'> & {
    readonly status: 'succeeded' | 'failed';
    readonly idempotency_key: string | null;
    /** The reason of a failure, if the service knows one. */
    readonly error?: { readonly code: string };
  };
}

export function createEvent(
  payment: PaymentRecord,
  status: 'succeeded' | 'failed',
  idempotencyKey: string | null,
  error?: string,
): PaymentEvent {
  return {
    type: `payment.${status}`,
    timestamp: new Date().toISOString(),
    data: { ...payment, status, idempotency_key: idempotencyKey, ...(error && { error: { code: error } }) },
  };
}

export const createWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Webhook endpoints, one per mode. */
export class Endpoints {
  readonly #table: Table<RevealedEndpoint>;
  readonly #changes: ChangeNotifier;

  constructor(database: Database, changes: ChangeNotifier) {
    this.#table = database.table('endpoints');
    this.#changes = changes;
  }

  /** Sets the URL and the secret, by default a new one, which is revealed once. */
  async set(mode: Mode, url: string, secret = createWebhookSecret()): Promise<RevealedEndpoint> {
    const endpoint = { mode, url, createdAt: new Date().toISOString(), secret };
    await this.#put(mode, endpoint);
    return endpoint;
  }

  /** @returns `false` if there is none */
  async remove(mode: Mode): Promise<boolean> {
    if (!this.#table.get(mode)) return false;
    await this.#put(mode, undefined);
    return true;
  }

  list(): readonly WebhookEndpoint[] {
    return this.#table.values().map(({ secret: _, ...endpoint }) => endpoint);
  }

  /** The endpoint with its secret. */
  find(mode: Mode): RevealedEndpoint | undefined {
    return this.#table.get(mode);
  }

  #put(mode: Mode, endpoint: RevealedEndpoint | undefined): Promise<void> {
    const written = this.#table.put(mode, endpoint);
    this.#changes.notify('webhooks');
    return written;
  }
}

/** An event and its deliveries to an endpoint. */
export interface Delivery {
  /** The `webhook-id`, the same for each try. */
  readonly id: string;
  readonly mode: Mode;
  readonly type: 'payment.succeeded' | 'payment.failed';
  readonly url: string;
  readonly createdAt: string;
  readonly state: 'waiting' | 'delivered' | 'failed';
  readonly tries: readonly DeliveryTry[];
  /** Time of the next try. */
  readonly nextAt: string | null;
  /** The request body. */
  readonly payload: unknown;
}

export interface DeliveryTry {
  readonly at: string;
  /** `null` if there was no response, see `error`. */
  readonly status: number | null;
  readonly error?: string;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Delays before each retry, in ms. Short at first, while the shopper may be waiting. */
const RETRY_AFTER = [SECOND, 5 * SECOND, 10 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE];

/** Maximum number of stored deliveries. */
const KEPT = 500;

/** Delivers events with retries. Continues after a restart. */
export class Deliveries {
  readonly #table: Table<Delivery>;
  readonly #endpoints: Endpoints;
  readonly #clock: Clock;
  readonly #retryAfter: readonly number[];
  /** Functions that stop the timers of deliveries. */
  readonly #timers = new Map<string, () => void>();
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
    const delivery: Delivery = {
      id: `msg_${randomUUID()}`,
      mode,
      type: event.type,
      url: endpoint.url,
      createdAt: this.#timeIn(0),
      state: 'waiting',
      tries: [],
      nextAt: this.#timeIn(dueIn),
      payload: event,
    };
    await this.#put(delivery, [...also, ...this.#dropOldest()]);
  }

  /** Stops sending. Waiting deliveries continue when the database is opened again. */
  close(): void {
    this.#stop.abort();
    for (const stop of this.#timers.values()) stop();
    this.#timers.clear();
  }

  #schedule({ id, state, nextAt }: Delivery): void {
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
    const latest = endpoint
      ? await postEvent(endpoint, id, delivery.payload, this.#stop.signal, this.#clock)
      : this.#noEndpoint();
    if (this.#stop.signal.aborted) return;
    await this.#put(this.#after({ ...delivery, url: endpoint?.url ?? delivery.url }, latest));
  }

  /** The delivery after a try. */
  #after(delivery: Delivery, latest: DeliveryTry): Delivery {
    const tries = [...delivery.tries, latest];
    const isAccepted = latest.status !== null && latest.status >= 200 && latest.status < 300;
    if (isAccepted) return { ...delivery, tries, state: 'delivered', nextAt: null };
    const wait = this.#retryAfter[delivery.tries.length];
    if (wait === undefined) return { ...delivery, tries, state: 'failed', nextAt: null };
    return { ...delivery, tries, nextAt: this.#timeIn(wait) };
  }

  async #put(delivery: Delivery, also: readonly Change[] = []): Promise<void> {
    await this.#table.write([...also, this.#table.change(delivery.id, delivery)]);
    this.#schedule(delivery);
  }

  #noEndpoint(): DeliveryTry {
    return { at: this.#timeIn(0), status: null, error: 'no endpoint' };
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

/** Time limit in ms, recommended by the Standard Webhooks specification. */
const TIMEOUT = 10_000;

/**
 * Sends a signed event once. Does not follow redirects, which could lead to another recipient.
 * @param id - the `webhook-id`
 * @param stopped - aborts when the sandbox closes
 */
async function postEvent(
  { url, secret }: RevealedEndpoint,
  id: string,
  payload: unknown,
  stopped: AbortSignal,
  clock: Clock,
): Promise<DeliveryTry> {
  const at = new Date(clock.now());
  const time = String(Math.floor(at.getTime() / 1000));
  const body = new TextEncoder().encode(JSON.stringify(payload));
  const key = await importWebhookSecret(secret, 'sign');
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': await signWebhook(key ? [key] : [], id, time, body),
  };
  try {
    const { status } = await withinTime(TIMEOUT, clock, async (overdue) => {
      const signal = AbortSignal.any([stopped, overdue]);
      const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
      await response.body?.cancel();
      return response;
    });
    return { at: at.toISOString(), status };
  } catch (error) {
    return { at: at.toISOString(), status: null, error: nameFailure(error as Error) };
  }
}

/** `ECONNREFUSED`, `no response within 10 s` and similar */
function nameFailure(error: Error): string {
  if (isTimeout(error)) return `no response within ${TIMEOUT / 1000} s`;
  return (error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.message;
}
