import { randomBytes, randomUUID } from 'node:crypto';
import { withinTime, type Clock } from 'payment-widget/contract';
import type { Mode } from 'payment-widget/contract';
import { signWebhook } from 'payment-widget-proxy/internal';
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

/** An endpoint whose signing secret is shown once. */
export type RevealedEndpoint = WebhookEndpoint & { readonly secret: string };

/** Pauses before retries. Together, they outlast a payment in progress, during which an event settles nothing. */
const RETRY_AFTER_MS = [1000, 5000, 10_000, 30_000, 120_000];

/** Time limit of a try, recommended by the Standard Webhooks specification. */
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

  /** Ends when the endpoint has accepted the event, or after the last try. */
  async deliver(event: PaymentEvent, mode: Mode, dueInMs: number): Promise<void> {
    if (!this.find(mode)) return;
    const id = `msg_${randomUUID()}`; // each try has the same
    for (const wait of [dueInMs, ...RETRY_AFTER_MS]) {
      await this.#clock.sleep(wait, this.#closing.signal, true);
      if (this.#closing.signal.aborted) return;
      const endpoint = this.find(mode); // it may have been corrected meanwhile
      if (endpoint && (await this.#post(endpoint, id, event))) return;
    }
  }

  async #post({ url, secret }: RevealedEndpoint, id: string, event: PaymentEvent): Promise<boolean> {
    const webhook = await signWebhook(event, [secret], { id, sentAt: this.#clock.now() });
    try {
      return await withinTime(TIMEOUT_MS, this.#clock, async (overdue) => {
        const signal = AbortSignal.any([this.#closing.signal, overdue]);
        const response = await fetch(url, { ...webhook, signal });
        await response.body?.cancel();
        return response.ok;
      });
    } catch {
      return false; // there was no response in time
    }
  }
}
