import type { PaymentChangeDetail, PaymentFieldDetail } from '../form/form-context.js';
import type {
  PaymentErrorDetail,
  PaymentOutcome,
  PaymentResultDetail,
  PaymentSubmitDetail,
} from '../payment/outcome.js';
import { PaymentEvent, PaymentFailureEvent, PaymentUnknownEvent, type PaymentReadyDetail } from './events.js';

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

/** The shopper entered or left a field, or an error of it became visible. */
export class PaymentFieldEvent extends PaymentEvent<PaymentFieldDetail> {
  constructor(detail: PaymentFieldDetail) {
    super('payment-field', detail);
  }
}

/** Dispatched before the payment is sent; `preventDefault()` prevents it, and `waitUntil()` delays it. */
export class PaymentSubmitEvent extends PaymentEvent<PaymentSubmitDetail> {
  readonly #wait: (promise: PromiseLike<unknown>) => void;

  /** @param wait called with what the payment has to wait for */
  constructor(detail: PaymentSubmitDetail, wait: (promise: PromiseLike<unknown>) => void = () => undefined) {
    super('payment-submit', detail, true);
    this.#wait = wait;
  }

  /**
   * Makes the payment wait for a promise, for 10 seconds at most. If the promise rejects, nothing is sent. Can be called more
   * than once.
   * @throws {DOMException} `InvalidStateError`, if the event is not being dispatched any more
   */
  waitUntil(promise: PromiseLike<unknown>): void {
    if (this.eventPhase === Event.NONE) {
      throw new DOMException(
        'waitUntil() was called late. Expected it in the listener, before any await.',
        'InvalidStateError',
      );
    }
    this.#wait(promise);
  }
}

/** The payment succeeded; `preventDefault()` keeps the page from going to `return-url`. */
export class PaymentSuccessEvent extends PaymentEvent<PaymentResultDetail> {
  constructor(detail: PaymentResultDetail) {
    super('payment-success', detail, true);
  }
}

/** The payment was accepted and is not finished; `preventDefault()` keeps the page from going to `return-url`. */
export class PaymentPendingEvent extends PaymentEvent<PaymentResultDetail> {
  constructor(detail: PaymentResultDetail) {
    super('payment-pending', detail, true);
  }
}

type Ended = Exclude<PaymentOutcome, { outcome: 'action_required' }>;

const EVENTS = {
  paid: PaymentSuccessEvent,
  pending: PaymentPendingEvent,
  failed: PaymentFailureEvent,
  unknown: PaymentUnknownEvent,
};

export function createOutcomeEvent({ outcome, ...detail }: Ended): CustomEvent {
  return new EVENTS[outcome](detail as PaymentResultDetail & PaymentErrorDetail);
}
