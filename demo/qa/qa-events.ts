import type { SettledPayment } from 'payment-widget-proxy';
import type { LedgerEntry } from 'payment-widget-testing/sandbox/records';
import type { Message } from './redact-traffic.js';

/** A request that the merchant's server received or sent for an order. Redacted. Sent when it begins and when it ends. */
export interface Exchange {
  readonly id: string;
  /** `page`: page to proxy. `service`: proxy to service. `webhook`: service to shop. */
  readonly hop: 'page' | 'service' | 'webhook';
  readonly request: Message & { readonly method: string; readonly path: string };
  /** `undefined` while pending. `status` is such as `200 OK`. */
  readonly response?: Message & { readonly status: string };
  /** The reason for a missing response, such as `ECONNRESET`. */
  readonly broken?: string;
  /** Duration in ms, when it has ended. */
  readonly duration?: number;
}

/** Members of `GET /qa/events?reference=…`. Times are in ms since 1970 by the server's clock. */
export interface QaEvent {
  /** When the server sent this event, to align the clocks. */
  readonly sent: number;
  readonly at: number;
  readonly exchange?: Exchange;
  /** The shop's `onSettled` was called. */
  readonly settled?: SettledPayment;
  /** All charges of the order; `null` with a real service. */
  readonly ledger?: readonly LedgerEntry[] | null;
}

/** The time in ms since 1970, with fractions of a millisecond. */
export const preciseNow = (): number => performance.timeOrigin + performance.now();
