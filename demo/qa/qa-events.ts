import type { Message } from '../../src/sandbox/recording/recorded-message.js';
import type { SettledPayment } from '../../src/proxy/index.js';
import type { LedgerEntry } from '../../src/sandbox/ledger.js';

/** A request that the merchant's server received or sent for an order. Redacted. */
export interface Exchange {
  /** The same for the request and its response. */
  readonly id: string;
  /** `page`: page to proxy. `service`: proxy to service. `webhook`: service to shop. */
  readonly hop: 'page' | 'service' | 'webhook';
  /** Start time by the server's clock, in ms since 1970. */
  readonly at: number;
  readonly request: Message & { readonly method: string; readonly path: string };
  /** `undefined` while pending. */
  readonly response?: (Message & { readonly status: number }) | undefined;
  /** The reason for a missing response, such as `ECONNRESET`. */
  readonly broken?: string | undefined;
  /** Duration in ms, when it has ended. */
  readonly duration?: number | undefined;
}

/** Name of the `Server-Timing` metric with the ID of the exchange. The page takes the times of the request from it. */
export const EXCHANGE_TIMING = 'qa-exchange';

/**
 * Server-sent events of `GET /qa/events?reference=…` about one order: the `clock`, then all events so far, then new
 * ones. An exchange is sent when it begins and again when it ends.
 */
export interface QaEvents {
  /** The server's clock in ms since 1970, to align both clocks. */
  readonly clock: number;
  readonly exchange: Exchange;
  /** The charges of the order; `null` with a real service. */
  readonly ledger: readonly LedgerEntry[] | null;
  /** An attempt of the order was settled. */
  readonly resolved: { readonly at: number; readonly outcome: 'succeeded' | 'failed'; readonly by: 'webhook' };
  /** The shop's `onSettled` was called. */
  readonly settled: { readonly at: number; readonly payment: SettledPayment };
}
