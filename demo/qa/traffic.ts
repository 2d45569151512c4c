import type { LedgerEntry } from '../sandbox/ledger.js';

/** A request that the merchant's server got or made for one order, as the event log shows it. No secrets are in it. */
export interface Exchange {
  /** The same for a request and its answer. */
  readonly id: string;
  /** `page`: the page asks the proxy. `service`: the proxy asks the service. `webhook`: the service tells the shop. */
  readonly hop: 'page' | 'service' | 'webhook';
  /** When it began, by the server's clock, in ms since 1970. */
  readonly at: number;
  readonly request: Message & { readonly method: string; readonly path: string };
  /** `undefined` while it is on its way. */
  readonly answer?: (Message & { readonly status: number }) | undefined;
  /** Why no answer came, such as `ECONNRESET`. */
  readonly broken?: string | undefined;
  /** In ms, once it has ended. */
  readonly duration?: number | undefined;
}

export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  /** With secrets masked; at most 16 kB. */
  readonly body: string;
}

/**
 * `GET /qa/events?reference=…`: server-sent events about one order. First the `clock`, then what there is already, then
 * whatever changes. An exchange comes when it begins and again when it has ended.
 */
export interface QaEvents {
  /** The server's clock, in ms since 1970: pages put both clocks in one order by it. */
  readonly clock: number;
  readonly exchange: Exchange;
  /** Everything that was charged for the order; `null` with a real service, whose ledger nobody here can read. */
  readonly ledger: readonly LedgerEntry[] | null;
  /** Somebody settled the order's attempt. */
  readonly resolved: { readonly at: number; readonly outcome: 'succeeded' | 'failed'; readonly by: 'webhook' };
}
