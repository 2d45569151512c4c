import { PaymentError } from '../contract/errors.js';
import { describeError, type PaymentOutcome } from '../payment/outcome.js';
import * as failures from './events.js';
import type { PaymentState } from './events.js';
import type { Form } from './form.js';
import * as events from './payment-events.js';
import { defineSettings, type ElementSettings } from './plain-settings.js';

/** What replaces the element and its events outside browsers. */

const hasDom = typeof HTMLElement !== 'undefined' && typeof customElements !== 'undefined';

/** On servers and in workers, code shared with pages can name the classes, but create nothing. */
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- only named, never created
class BrowserOnly {
  constructor() {
    throw new TypeError('payment-widget: there is no DOM. Create the element and its events in a page.');
  }
}

/** The members are on the prototype, where a fake element replaces them. */
function createElementClass() {
  class StandIn extends HTMLElement implements Form {
    get state(): PaymentState {
      return 'loading';
    }

    get valid() {
      return false;
    }

    get reportedMode() {
      return undefined;
    }

    get updateComplete() {
      return Promise.resolve(true);
    }

    submit(): Promise<PaymentOutcome> {
      const message = 'jsdom and happy-dom are not browsers, so the element does nothing here. Nothing was sent.';
      const { amount, currency, reference } = this as ElementSettings;
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

    diagnose(): Promise<[]> {
      return Promise.resolve([]);
    }
  }
  defineSettings(StandIn.prototype);
  return StandIn;
}

const inPages = <Class>(event: Class) => (hasDom ? event : BrowserOnly);

export const PaymentWidget = hasDom ? createElementClass() : BrowserOnly;
export const PaymentActionEvent = inPages(events.PaymentActionEvent);
export const PaymentChangeEvent = inPages(events.PaymentChangeEvent);
export const PaymentFailureEvent = inPages(failures.PaymentFailureEvent);
export const PaymentFieldEvent = inPages(events.PaymentFieldEvent);
export const PaymentPendingEvent = inPages(events.PaymentPendingEvent);
export const PaymentReadyEvent = inPages(events.PaymentReadyEvent);
export const PaymentSubmitEvent = inPages(events.PaymentSubmitEvent);
export const PaymentSuccessEvent = inPages(events.PaymentSuccessEvent);
export const PaymentUnknownEvent = inPages(failures.PaymentUnknownEvent);

export function defineStandIn(): void {
  if (PaymentWidget === BrowserOnly || customElements.get('payment-widget')) return;
  customElements.define('payment-widget', PaymentWidget as CustomElementConstructor);
}
