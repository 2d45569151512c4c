import { randomBytes, randomUUID } from 'node:crypto';
import { withinTime, type Clock } from 'payment-widget/contract';
import type { Mode } from 'payment-widget/contract';
import { importWebhookSecret, signWebhook } from 'payment-widget-proxy/internal';
import type { PaymentRecord } from './behaviours.js';

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

/** Time limit, recommended by the Standard Webhooks specification. */
const TIMEOUT_MS = 10_000;

export class Endpoints {
  readonly #byMode = new Map<Mode, RevealedEndpoint>();
  readonly #closing = new AbortController();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

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

  close(): void {
    this.#closing.abort();
  }

  async deliver(event: PaymentEvent, mode: Mode, dueInMs: number): Promise<void> {
    await this.#clock.sleep(dueInMs, this.#closing.signal, true);
    const endpoint = this.find(mode); // may have been corrected meanwhile
    if (endpoint && !this.#closing.signal.aborted) await this.#post(endpoint, event);
  }

  async #post({ url, secret }: RevealedEndpoint, event: PaymentEvent): Promise<void> {
    const id = `msg_${randomUUID()}`;
    const time = String(Math.floor(this.#clock.now() / 1000));
    const body = new TextEncoder().encode(JSON.stringify(event));
    const key = await importWebhookSecret(secret, 'sign');
    const headers = {
      'Content-Type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': time,
      'webhook-signature': await signWebhook(key ? [key] : [], id, time, body),
    };
    await withinTime(TIMEOUT_MS, this.#clock, async (overdue) => {
      const signal = AbortSignal.any([this.#closing.signal, overdue]);
      const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
      await response.body?.cancel();
    }).catch(() => undefined); // no response in time
  }
}
