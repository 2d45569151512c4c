import type { PaymentChangeDetail } from '../form/form-context.js';
import type { Mode } from '../contract/protocol.js';
import type {
  PaymentErrorDetail,
  PaymentResultDetail,
  PaymentSubmitDetail,
  ProxyCapabilities,
} from '../payment/outcome.js';

/** What the element is doing. Each state is also a custom state, such as `:state(busy)`. */
export type PaymentState = 'loading' | 'ready' | 'busy' | 'paid' | 'pending' | 'failed' | 'unknown';

/** Detail of `payment-ready`. */
export interface PaymentReadyDetail {
  /** The mode of the proxy, or else the expected one. */
  readonly mode: Mode | undefined;
  /** What the proxy supports. */
  readonly capabilities: ProxyCapabilities;
}

abstract class PaymentEvent<Detail> extends CustomEvent<Detail> {
  constructor(type: string, detail: Detail, cancelable = false) {
    super(type, { detail, cancelable, bubbles: true, composed: true });
  }
}

/** The form is ready for use. */
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

/** Dispatched before the payment is sent; `preventDefault()` prevents it. */
export class PaymentSubmitEvent extends PaymentEvent<PaymentSubmitDetail> {
  constructor(detail: PaymentSubmitDetail) {
    super('payment-submit', detail, true);
  }
}

/** The payment succeeded. */
export class PaymentSuccessEvent extends PaymentEvent<PaymentResultDetail> {
  constructor(detail: PaymentResultDetail) {
    super('payment-success', detail);
  }
}

/** The payment was accepted and is not finished. */
export class PaymentPendingEvent extends PaymentEvent<PaymentResultDetail> {
  constructor(detail: PaymentResultDetail) {
    super('payment-pending', detail);
  }
}

/** The payment failed; nothing was charged. */
export class PaymentFailureEvent extends PaymentEvent<PaymentErrorDetail> {
  constructor(detail: PaymentErrorDetail) {
    super('payment-failure', detail);
  }
}

/** The outcome is unknown; the card may have been charged. */
export class PaymentUnknownEvent extends PaymentEvent<PaymentErrorDetail> {
  constructor(detail: PaymentErrorDetail) {
    super('payment-unknown', detail);
  }
}

declare global {
  // Events bubble, so elements, document and window have them.
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
