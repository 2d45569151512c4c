import type { PaymentError } from '../contract/errors.js';
import type { Mode } from '../contract/protocol.js';

/** What the element is doing; each is also a custom state, such as `:state(busy)`. */
export type PaymentState = 'loading' | 'ready' | 'busy' | 'paid' | 'pending' | 'failed' | 'unknown';

/** What the merchant's proxy declared in `/config`. All false when it declared nothing. */
export interface ProxyCapabilities {
  /** The proxy sends at most one request per `Idempotency-Key` upstream. */
  readonly idempotency: boolean;
  /** The proxy can be asked how an attempt ended. */
  readonly recovery: boolean;
  /** The proxy wants the card encrypted in the page. */
  readonly encryption: boolean;
}

/** Detail of `payment-ready`. */
export interface PaymentReadyDetail {
  readonly mode: Mode | undefined;
  readonly capabilities: ProxyCapabilities;
}

/** Detail of `payment-change`. */
export interface PaymentChangeDetail {
  /** Every field passes its rule. */
  readonly valid: boolean;
  /** Every field has something in it. */
  readonly complete: boolean;
  /** Card brand, such as `visa`, once the digits settle it. */
  readonly brand: string | undefined;
}

/** Detail of `payment-submit`: what is about to be sent. */
export interface PaymentSubmitDetail {
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217 code. */
  readonly currency: string;
  readonly reference: string | undefined;
  readonly idempotencyKey: string;
}

/** Detail of `payment-success` and `payment-pending`. */
export interface PaymentResultDetail extends AttemptInView {
  /** The answer's body as parsed, or `null` when it had none. Its shape is the service's. */
  readonly payment: unknown;
  /** HTTP status. */
  readonly status: number;
  readonly mode: Mode | undefined;
}

/** What is to be paid, as far as it is known. */
export interface OrderInView {
  /** Minor units, as the shopper saw it. */
  readonly amount: number | undefined;
  readonly currency: string | undefined;
  readonly reference: string | undefined;
}

/** An attempt to pay, as far as it is known. */
export interface AttemptInView extends OrderInView {
  /** Minor units; `undefined` when a page before this one began the attempt, and the proxy does not tell its amount. */
  readonly amount: number | undefined;
  readonly currency: string;
  readonly idempotencyKey: string;
}

/** Detail of `payment-failure` and `payment-unknown`. Members are `undefined` when the attempt never got that far. */
export interface PaymentErrorDetail extends OrderInView {
  readonly error: PaymentError;
  readonly mode: Mode | undefined;
  readonly idempotencyKey: string | undefined;
}

/** How an attempt ended, as `submit()` answers it: the detail of the event that was sent, with its name. */
export type PaymentOutcome =
  | ({ readonly outcome: 'paid' | 'pending' } & PaymentResultDetail)
  | ({ readonly outcome: 'failed' | 'unknown' } & PaymentErrorDetail);

abstract class PaymentEvent<Detail> extends CustomEvent<Detail> {
  constructor(type: string, detail: Detail, cancelable = false) {
    super(type, { detail, cancelable, bubbles: true, composed: true });
  }
}

/** The form can be used. */
export class PaymentReadyEvent extends PaymentEvent<PaymentReadyDetail> {
  constructor(detail: PaymentReadyDetail) {
    super('payment-ready', detail);
  }
}

/** Validity, completeness or card brand changed. */
export class PaymentChangeEvent extends PaymentEvent<PaymentChangeDetail> {
  constructor(detail: PaymentChangeDetail) {
    super('payment-change', detail);
  }
}

/** Before anything is sent; `preventDefault()` stops it. */
export class PaymentSubmitEvent extends PaymentEvent<PaymentSubmitDetail> {
  constructor(detail: PaymentSubmitDetail) {
    super('payment-submit', detail, true);
  }
}

/** The service answered with success. */
export class PaymentSuccessEvent extends PaymentEvent<PaymentResultDetail> {
  constructor(detail: PaymentResultDetail) {
    super('payment-success', detail);
  }
}

/** Accepted, not finished. */
export class PaymentPendingEvent extends PaymentEvent<PaymentResultDetail> {
  constructor(detail: PaymentResultDetail) {
    super('payment-pending', detail);
  }
}

/** Certainly not charged. */
export class PaymentFailureEvent extends PaymentEvent<PaymentErrorDetail> {
  constructor(detail: PaymentErrorDetail) {
    super('payment-failure', detail);
  }
}

/** It may have been charged; nobody knows yet. */
export class PaymentUnknownEvent extends PaymentEvent<PaymentErrorDetail> {
  constructor(detail: PaymentErrorDetail) {
    super('payment-unknown', detail);
  }
}

/** The event that tells the page about an outcome. */
export function createOutcomeEvent({ outcome, ...detail }: PaymentOutcome): CustomEvent {
  switch (outcome) {
    case 'paid':
      return new PaymentSuccessEvent(detail as PaymentResultDetail);
    case 'pending':
      return new PaymentPendingEvent(detail as PaymentResultDetail);
    case 'failed':
      return new PaymentFailureEvent(detail as PaymentErrorDetail);
    case 'unknown':
      return new PaymentUnknownEvent(detail as PaymentErrorDetail);
  }
}

declare global {
  // The map of elements, document and window alike: the events bubble.
  interface GlobalEventHandlersEventMap {
    'payment-ready': PaymentReadyEvent;
    'payment-change': PaymentChangeEvent;
    'payment-submit': PaymentSubmitEvent;
    'payment-success': PaymentSuccessEvent;
    'payment-pending': PaymentPendingEvent;
    'payment-failure': PaymentFailureEvent;
    'payment-unknown': PaymentUnknownEvent;
  }
}
