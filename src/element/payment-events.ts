import { realClock, withinTime } from '../contract/clock.js';
import { PaymentError } from '../contract/errors.js';
import type { CheckedAction } from '../contract/next-action.js';
import type { PaymentChangeDetail, PaymentFieldDetail } from '../form/form-context.js';
import type {
  Order,
  PaymentActionDetail,
  PaymentErrorDetail,
  PaymentOutcome,
  PaymentResultDetail,
  PaymentSubmitDetail,
} from '../payment/outcome.js';
import { normalizeReference } from '../settings/settings.js';
import { eventOf, PaymentFailureEvent, PaymentUnknownEvent, type PaymentReadyDetail } from './events.js';
import type { ElementSettings } from './plain-settings.js';

/** The form is ready for use. */
export class PaymentReadyEvent extends eventOf<PaymentReadyDetail>('payment-ready') {}

/** Validity, completeness or card brand changed. */
export class PaymentChangeEvent extends eventOf<PaymentChangeDetail>('payment-change') {}

/** The shopper entered or left a field, or an error of it became visible. */
export class PaymentFieldEvent extends eventOf<PaymentFieldDetail>('payment-field') {}

export function createFormEvent(detail: PaymentChangeDetail | PaymentFieldDetail): CustomEvent {
  return 'field' in detail ? new PaymentFieldEvent(detail) : new PaymentChangeEvent(detail);
}

/** Dispatched before the payment is sent; `preventDefault()` prevents it, and `waitUntil()` delays it. */
export class PaymentSubmitEvent extends eventOf<PaymentSubmitDetail>('payment-submit', true) {
  readonly #wait: (promise: PromiseLike<unknown>) => void;

  /** @param wait - called with what the payment has to wait for */
  constructor(detail: PaymentSubmitDetail, wait: (promise: PromiseLike<unknown>) => void = () => undefined) {
    super(detail);
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

const CHECKS_TIMEOUT_MS = 10_000;

/** Returns what the payment has to wait for, or `undefined` if a listener prevents it. */
export function askListeners(target: EventTarget, detail: PaymentSubmitDetail): PromiseLike<unknown>[] | undefined {
  const checks: PromiseLike<unknown>[] = [];
  const event = new PaymentSubmitEvent(detail, (check) => checks.push(check));
  return target.dispatchEvent(event) ? checks : undefined;
}

/**
 * Asks the page for its permission: a listener of `payment-submit` can prevent the payment, or make it wait. Returns whether it had to
 * wait: then the page may have changed everything.
 * @param onwait - called if it has to wait
 * @throws {PaymentError} `submit_prevented`, if the page prevents the payment
 */
export async function askPage(
  target: EventTarget,
  attempt: PaymentSubmitDetail,
  onwait: () => void = () => undefined,
): Promise<boolean> {
  const checks = askListeners(target, attempt);
  if (!checks) throw new PaymentError('submit_prevented', 'The page has prevented the payment.');
  if (checks.length === 0) return false;
  onwait();
  try {
    await withinTime(CHECKS_TIMEOUT_MS, realClock, () => Promise.all(checks));
  } catch (cause) {
    const message = 'A check of the page has failed, or did not end within 10 seconds. Nothing was sent.';
    throw new PaymentError('submit_prevented', message, { cause });
  }
  return true;
}

/** The payment succeeded; `preventDefault()` keeps the page from going to `return-url`. */
export class PaymentSuccessEvent extends eventOf<PaymentResultDetail>('payment-success', true) {}

/** The payment was accepted and is not finished; `preventDefault()` keeps the page from going to `return-url`. */
export class PaymentPendingEvent extends eventOf<PaymentResultDetail>('payment-pending', true) {}

/** The bank asks the shopper to confirm the payment; `preventDefault()` keeps the shopper on this page. */
export class PaymentActionEvent extends eventOf<PaymentActionDetail>('payment-action', true) {}

const EVENTS = {
  paid: PaymentSuccessEvent,
  pending: PaymentPendingEvent,
  action_required: PaymentActionEvent,
  failed: PaymentFailureEvent,
  unknown: PaymentUnknownEvent,
};

export function createOutcomeEvent({ outcome, ...detail }: PaymentOutcome): CustomEvent {
  return new EVENTS[outcome](detail as PaymentResultDetail & PaymentErrorDetail & PaymentActionDetail);
}

/** Dispatches the event of an outcome, and leads the shopper on, unless the page has removed the element. */
export function reportOutcome(
  element: HTMLElement,
  outcome: PaymentOutcome,
  leave: (action: CheckedAction) => void,
  returnUrlFor: (outcome: PaymentOutcome) => string | undefined,
): void {
  const wasConnected = element.isConnected;
  const isAllowed = element.dispatchEvent(createOutcomeEvent(outcome));
  if (!isAllowed || 'error' in outcome) return;
  if (outcome.outcome === 'action_required') {
    if (!outcome.restored && element.isConnected) leave(outcome.action); // after a reload, the shopper decides
  } else if (wasConnected && (!outcome.restored || outcome.afterAction)) {
    // A shopper who comes back to a page that has paid wants to see that page.
    const url = returnUrlFor(outcome);
    if (url) element.ownerDocument.location.assign(url);
  }
}

/** The element takes the price of an error, unless the page has set another order since it was submitted. */
export function takePrice(element: ElementSettings, price: Partial<Order>, submitted: Order | undefined): void {
  if (element.currency !== submitted?.currency) return;
  if (normalizeReference(element.reference) !== submitted?.reference) return;
  element.amount = price.amount;
  element.currency = price.currency;
}
