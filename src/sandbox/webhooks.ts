import { randomBytes, randomUUID } from 'node:crypto';
import { startTimer, withinTime, type Clock } from '../contract/clock.js';
import type { Mode } from '../contract/protocol.js';
import { importWebhookSecret, signWebhook } from '../proxy/webhooks.js';
import type { PaymentRecord } from './assumptions.js';
import type { RevealedEndpoint, WebhookEndpoint } from './console-api.js';
import type { Change, Database, Table } from './database.js';

/** The payload of an event, as recommended by the Standard Webhooks specification. */
export interface PaymentEvent {
  readonly type: 'payment.succeeded' | 'payment.failed';
  readonly timestamp: string;
  readonly data: Omit<PaymentRecord, 'status'> & {
    readonly status: 'succeeded' | 'failed';
    readonly idempotency_key: string | null;
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

export class Endpoints {
  readonly #table: Table<RevealedEndpoint>;

  constructor(database: Database) {
    this.#table = database.table('endpoints');
  }

  async set(mode: Mode, url: string, secret = createWebhookSecret()): Promise<RevealedEndpoint> {
    const endpoint = { mode, url, createdAt: new Date().toISOString(), secret };
    await this.#table.put(mode, endpoint);
    return endpoint;
  }

  async remove(mode: Mode): Promise<boolean> {
    if (!this.#table.get(mode)) return false;
    await this.#table.put(mode, undefined);
    return true;
  }

  list(): readonly WebhookEndpoint[] {
    return this.#table.values().map(({ secret: _, ...endpoint }) => endpoint);
  }

  find(mode: Mode): RevealedEndpoint | undefined {
    return this.#table.get(mode);
  }
}

interface Delivery {
  /** The `webhook-id`, the same for each try. */
  readonly id: string;
  readonly mode: Mode;
  readonly event: PaymentEvent;
  readonly failures: number;
  readonly nextAt: string;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Delays before each retry, in ms. Short at first, while the shopper may be waiting. */
const RETRY_AFTER = [SECOND, 5 * SECOND, 10 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE];

/** Time limit of a try, recommended by the Standard Webhooks specification. */
const TIMEOUT_MS = 10_000;

export class Deliveries {
  readonly #table: Table<Delivery>;
  readonly #endpoints: Endpoints;
  readonly #clock: Clock;
  readonly #timers = new Map<string, () => void>();
  readonly #stop = new AbortController();

  constructor(database: Database, endpoints: Endpoints, clock: Clock) {
    this.#table = database.table('deliveries');
    this.#endpoints = endpoints;
    this.#clock = clock;
    for (const delivery of this.#table.values()) this.#schedule(delivery);
  }

  list(): readonly Delivery[] {
    return this.#table.values();
  }

  /** @param also - changes to write together with the delivery */
  async announce(event: PaymentEvent, mode: Mode, dueInMs: number, also: readonly Change[] = []): Promise<void> {
    if (!this.#endpoints.find(mode)) return this.#table.write(also);
    await this.#put({ id: `msg_${randomUUID()}`, mode, event, failures: 0, nextAt: this.#timeIn(dueInMs) }, also);
  }

  close(): void {
    this.#stop.abort();
    for (const stop of this.#timers.values()) stop();
    this.#timers.clear();
  }

  #schedule({ id, nextAt }: Delivery): void {
    if (this.#stop.signal.aborted) return;
    const due = Math.max(0, Date.parse(nextAt) - this.#clock.now());
    this.#timers.set(
      id,
      startTimer(due, this.#clock, () => void this.#send(id).catch(report)),
    );
  }

  async #send(id: string): Promise<void> {
    this.#timers.delete(id);
    const delivery = this.#table.get(id);
    if (!delivery) return;
    const endpoint = this.#endpoints.find(delivery.mode); // may have been corrected meanwhile
    const isAccepted = endpoint && (await this.#post(endpoint, delivery));
    if (this.#stop.signal.aborted) return;
    const wait = RETRY_AFTER[delivery.failures];
    if (isAccepted || wait === undefined) await this.#table.put(id, undefined);
    else await this.#put({ ...delivery, failures: delivery.failures + 1, nextAt: this.#timeIn(wait) });
  }

  async #put(delivery: Delivery, also: readonly Change[] = []): Promise<void> {
    await this.#table.write([...also, this.#table.change(delivery.id, delivery)]);
    this.#schedule(delivery);
  }

  async #post({ url, secret }: RevealedEndpoint, { id, event }: Delivery): Promise<boolean> {
    const time = String(Math.floor(this.#clock.now() / 1000));
    const body = new TextEncoder().encode(JSON.stringify(event));
    const key = await importWebhookSecret(secret, 'sign');
    const headers = {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': time,
      'webhook-signature': await signWebhook(key ? [key] : [], id, time, body),
    };
    try {
      return await withinTime(TIMEOUT_MS, this.#clock, async (overdue) => {
        const signal = AbortSignal.any([this.#stop.signal, overdue]);
        const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
        await response.body?.cancel();
        return response.ok;
      });
    } catch {
      return false; // no response in time
    }
  }

  #timeIn(ms: number): string {
    return new Date(this.#clock.now() + ms).toISOString();
  }
}

function report(error: unknown): void {
  console.error('The sandbox could not store a delivery:', error);
}
