import type { PaymentError } from '../contract/errors.js';
import type { CheckedAction } from '../contract/next-action.js';
import type { Mode } from '../contract/protocol.js';

/** An order to pay. Members are `undefined` while they are unknown. */
export interface Order {
  /** Minor units, as shown to the shopper. */
  readonly amount: number | undefined;
  /** ISO 4217 code. */
  readonly currency: string | undefined;
  /** The order, as in the attribute. */
  readonly reference: string | undefined;
}

/** An attempt to pay an order. */
export interface Attempt extends Order {
  /** Minor units; `undefined` if an earlier page began the attempt and the proxy does not report its amount. */
  readonly amount: number | undefined;
  /** ISO 4217 code. */
  readonly currency: string;
  /** The name of the attempt, for `resolve()` and the log of your server. */
  readonly idempotencyKey: string;
}

/** Detail of `payment-submit`: the payment about to be sent. */
export interface PaymentSubmitDetail extends Attempt {
  /** Minor units. */
  readonly amount: number;
}

/** What the details of all outcomes have. */
export interface OutcomeDetail {
  /** The mode of the proxy, or else the expected one. */
  readonly mode: Mode | undefined;
  /**
   * Whether this is the outcome of an earlier payment: after a reload or the Back button, or of another element or tab. Do not
   * redirect then.
   */
  readonly restored: boolean;
}

/** Detail of `payment-success` and `payment-pending`. */
export interface PaymentResultDetail extends Attempt, OutcomeDetail {
  /** The parsed body of the response; `null` if it had none, or if another element or tab has paid. The service defines its shape. */
  readonly payment: unknown;
  /** HTTP status. */
  readonly status: number;
  /** Whether the shopper has confirmed this payment at the bank. Set once: redirect then, although `restored` is true. */
  readonly afterAction?: boolean;
}

/** Detail of `payment-action`. */
export interface PaymentActionDetail extends Attempt, OutcomeDetail {
  /** The page that the shopper has to visit. */
  readonly action: CheckedAction;
}

/** Detail of `payment-failure` and `payment-unknown`. Members are `undefined` if the attempt ended before they were known. */
export interface PaymentErrorDetail extends Order, OutcomeDetail {
  /** What happened, with `code` and `message`. */
  readonly error: PaymentError;
  /** The name of the attempt; `undefined` if it ended before it got one. */
  readonly idempotencyKey: string | undefined;
}

/** Creates the detail of a `payment-failure` or `payment-unknown` event. */
export function describeError(
  error: PaymentError,
  order: Order | Attempt,
  mode: Mode | undefined,
  restored = false,
): PaymentErrorDetail {
  const { amount, currency, reference } = order;
  const idempotencyKey = 'idempotencyKey' in order ? order.idempotencyKey : undefined;
  return { error, mode, restored, amount, currency, reference, idempotencyKey };
}

/** The outcome of an attempt, as returned by `submit()`: the detail of the event, and its kind. */
export type PaymentOutcome =
  | ({ readonly outcome: 'paid' | 'pending' } & PaymentResultDetail)
  | ({ readonly outcome: 'action_required' } & PaymentActionDetail)
  | ({ readonly outcome: 'failed' | 'unknown' } & PaymentErrorDetail);

/** Capabilities that the merchant's proxy declares in `/config`. All are false if it declares none. */
export interface ProxyCapabilities {
  /** The proxy sends at most one request per `Idempotency-Key` to the service. */
  readonly idempotency: boolean;
  /** The proxy reports the state of an attempt. */
  readonly recovery: boolean;
  /** Each answer of the proxy names its attempt, and it refuses a payment for another mode. */
  readonly binding: boolean;
}
