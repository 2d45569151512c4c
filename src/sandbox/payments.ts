import type { PaymentRecord } from './assumptions.js';
import type { Change } from './data/table.js';
import type { Ledger } from './ledger.js';
import type { Settings } from './settings.js';
import type { Deliveries } from './webhooks/deliveries.js';
import { createEvent, type PaymentEvent } from './webhooks/event.js';

/** Charges or fails accepted payments, and sends their events. */
export class Payments {
  readonly #ledger: Ledger;
  readonly #deliveries: Deliveries;
  readonly #settings: Settings;
  readonly #onEvent: ((event: PaymentEvent) => void) | undefined;

  constructor(ledger: Ledger, deliveries: Deliveries, settings: Settings, onEvent?: (event: PaymentEvent) => void) {
    this.#ledger = ledger;
    this.#deliveries = deliveries;
    this.#settings = settings;
    this.#onEvent = onEvent;
  }

  /** Charges the card. Respond only after this has resolved. */
  charge(payment: PaymentRecord, idempotencyKey: string | null): Promise<void> {
    const event = createEvent(payment, 'succeeded', idempotencyKey);
    const charged_at = new Date().toISOString();
    const entry = this.#ledger.adding({ ...payment, idempotency_key: idempotencyKey, charged_at });
    return this.#announce(event, payment, [entry]);
  }

  /**
   * Ends an accepted payment without a charge.
   * @param error - the reason, for the event
   */
  fail(payment: PaymentRecord, idempotencyKey: string | null, error?: string): Promise<void> {
    const event = createEvent(payment, 'failed', idempotencyKey, error);
    return this.#announce(event, payment);
  }

  #announce(event: PaymentEvent, { mode }: PaymentRecord, also?: readonly Change[]): Promise<void> {
    this.#onEvent?.(event);
    return this.#deliveries.announce(event, mode, this.#settings.current.webhookDelayMs, also);
  }
}
