import { PaymentError } from '../contract/errors.js';
import { describeError, type Order, type PaymentOutcome } from '../payment/outcome.js';

/** What replaces the element and its events outside browsers. */

/** Whether there are DOM classes, as in a test with jsdom or happy-dom. */
const hasDom = typeof HTMLElement !== 'undefined' && typeof customElements !== 'undefined';

/** On servers and in workers, code shared with pages can name the classes, but create nothing. */
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- only named, never created
class BrowserOnly {
  constructor() {
    throw new TypeError('payment-widget: there is no DOM. Create the element and its events in a page.');
  }
}

/** An element that shows nothing and sends nothing. */
const createElementClass = () =>
  class extends HTMLElement {
    readonly state = 'loading';
    readonly valid = false;
    readonly updateComplete = Promise.resolve(true);

    submit(): Promise<PaymentOutcome> {
      const message = 'jsdom and happy-dom are not browsers, so the element does nothing here. Nothing was sent.';
      const { amount, currency, reference } = this as Partial<Order>;
      const error = new PaymentError('not_loaded', message);
      return Promise.resolve({
        outcome: 'failed',
        ...describeError(error, { amount, currency, reference }, undefined),
      });
    }

    validate(): boolean {
      return false;
    }

    reset(): void {}
  };

type EventClass = new (detail: unknown) => object;

/** @param isCancelable whether `preventDefault()` has an effect */
function createEventClass(type: string, isCancelable = false): EventClass {
  if (!hasDom) return BrowserOnly;
  return class extends CustomEvent<unknown> {
    constructor(detail: unknown) {
      super(type, { detail, cancelable: isCancelable, bubbles: true, composed: true });
    }
  };
}

export const PaymentWidget = hasDom ? createElementClass() : BrowserOnly;
export const PaymentActionEvent = createEventClass('payment-action', true);
export const PaymentChangeEvent = createEventClass('payment-change');
export const PaymentFailureEvent = createEventClass('payment-failure');
export const PaymentFieldEvent = createEventClass('payment-field');
export const PaymentPendingEvent = createEventClass('payment-pending', true);
export const PaymentReadyEvent = createEventClass('payment-ready');
export const PaymentSubmitEvent = class extends createEventClass('payment-submit', true) {
  waitUntil(): void {}
};
export const PaymentSuccessEvent = createEventClass('payment-success', true);
export const PaymentUnknownEvent = createEventClass('payment-unknown');

/** Defines the element, if there is a DOM. */
export function defineStandIn(): void {
  if (PaymentWidget === BrowserOnly || customElements.get('payment-widget')) return;
  customElements.define('payment-widget', PaymentWidget as CustomElementConstructor);
}
