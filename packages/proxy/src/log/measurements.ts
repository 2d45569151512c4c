/** `pending`: accepted with 202. `declined`: refused with 402. `failed`: not charged for any other reason. */
export type AttemptOutcome = 'paid' | 'pending' | 'declined' | 'failed' | 'unknown';

/** What the proxy did, for metrics. It names no order, no attempt and nothing of a card. */
export type Measurement =
  /** An attempt was sent to the service. */
  | { readonly kind: 'attempt'; readonly outcome: AttemptOutcome }
  /** A request to the service has ended. Without `status` if there was no readable response. */
  | { readonly kind: 'service_request'; readonly seconds: number; readonly status?: number }
  /**
   * A request was refused because a limit was reached. `networks` is the limit of `GET …/networks`, `attempts` that of
   * `GET …/attempts` for attempts that do not exist.
   */
  | { readonly kind: 'limited'; readonly limit: 'service' | 'reference' | 'client' | 'networks' | 'attempts' }
  /** The store failed, or took too long. */
  | { readonly kind: 'store_error' }
  /** A call of `onSettled` has ended. A failed one is repeated later. */
  | { readonly kind: 'settled'; readonly result: 'delivered' | 'failed' };

/**
 * Called for each thing that can be counted, in this process only. Return soon: shoppers may wait. What it throws is ignored.
 */
export type OnMeasurement = (measurement: Measurement) => unknown;

/** Reports a measurement. Never throws. */
export type Measure = (measurement: Measurement) => void;
