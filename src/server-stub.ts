export { isPaymentError, PaymentError } from './contract/errors.js';

/**
 * Replaces `index.ts` and `define.ts` on servers and in workers, which have no DOM. Code shared with pages can name these
 * classes. Importing Lit there would fail at the edge, or leave a global `HTMLElement` behind in Node.
 */
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- only named, never created
class BrowserOnly {
  constructor() {
    throw new TypeError('payment-widget: there is no DOM. Create the element and its events in a page.');
  }
}

export class PaymentWidget extends BrowserOnly {}
export class PaymentChangeEvent extends BrowserOnly {}
export class PaymentFailureEvent extends BrowserOnly {}
export class PaymentPendingEvent extends BrowserOnly {}
export class PaymentReadyEvent extends BrowserOnly {}
export class PaymentSubmitEvent extends BrowserOnly {}
export class PaymentSuccessEvent extends BrowserOnly {}
export class PaymentUnknownEvent extends BrowserOnly {}
