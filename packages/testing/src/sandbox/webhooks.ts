import { randomBytes, randomUUID } from 'node:crypto';
import { withinTime, type Clock } from 'payment-widget/contract';
import type { Mode } from 'payment-widget/contract';
import { importWebhookSecret, signWebhook } from 'payment-widget-proxy/internal';
import type { PaymentRecord } from './assumptions.js';

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

export interface WebhookEndpoint {
  readonly mode: Mode;
  readonly url: string;
  readonly createdAt: string;
}

/** Its signing secret is shown once. */
export type RevealedEndpoint = WebhookEndpoint & { readonly secret: string };

export class Endpoints {
  readonly #byMode = new Map<Mode, RevealedEndpoint>();

  set(mode: Mode, url: string, secret = createWebhookSecret()): RevealedEndpoint {
    const endpoint = { mode, url, createdAt: new Date().toISOString(), secret };
    this.#byMode.set(mode, endpoint);
    return endpoint;
  }

  remove(mode: Mode): boolean {
    return this.#byMode.delete(mode);
  }

  list(): readonly WebhookEndpoint[] {
    return [...this.#byMode.values()].map(({ secret: _, ...endpoint }) => endpoint);
  }

  find(mode: Mode): RevealedEndpoint | undefined {
    return this.#byMode.get(mode);
  }
}

interface Delivery {
  /** The `webhook-id`, the same for each try. */
  readonly id: string;
  readonly mode: Mode;
  readonly event: PaymentEvent;
  readonly failures: number;
  readonly nextAt: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Delays before each retry, in ms. Short at first, while the shopper may be waiting. */
const RETRY_AFTER = [SECOND, 5 * SECOND, 10 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE];

/** Time limit of a try, recommended by the Standard Webhooks specification. */
const TIMEOUT_MS = 10_000;

export class Deliveries {
  readonly #waiting = new Map<string, Delivery>();
  readonly #endpoints: Endpoints;
  readonly #clock: Clock;
  readonly #stop = new AbortController();

  constructor(endpoints: Endpoints, clock: Clock) {
    this.#endpoints = endpoints;
    this.#clock = clock;
  }

  list(): readonly Delivery[] {
    return [...this.#waiting.values()];
  }

  announce(event: PaymentEvent, mode: Mode, dueInMs: number): void {
    if (!this.#endpoints.find(mode)) return;
    this.#schedule({ id: `msg_${randomUUID()}`, mode, event, failures: 0, nextAt: this.#clock.now() + dueInMs });
  }

  close(): void {
    this.#stop.abort();
  }

  #schedule(delivery: Delivery): void {
    this.#waiting.set(delivery.id, delivery);
    const wait = delivery.nextAt - this.#clock.now();
    void this.#clock.sleep(wait, this.#stop.signal, true).then(() => {
      if (!this.#stop.signal.aborted) void this.#send(delivery);
    });
  }

  async #send(delivery: Delivery): Promise<void> {
    const endpoint = this.#endpoints.find(delivery.mode); // may have been corrected meanwhile
    const isAccepted = endpoint && (await this.#post(endpoint, delivery));
    if (this.#stop.signal.aborted) return;
    const wait = RETRY_AFTER[delivery.failures];
    if (isAccepted || wait === undefined) this.#waiting.delete(delivery.id);
    else this.#schedule({ ...delivery, failures: delivery.failures + 1, nextAt: this.#clock.now() + wait });
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
}
