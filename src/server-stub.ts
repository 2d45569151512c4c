export { isPaymentError, PaymentError } from './contract/errors.js';

/**
 * What servers and workers get in place of `index.ts` and `define.ts`: at the edge Lit finds no `HTMLElement` and fails when
 * it is imported, in Node it leaves one of its own behind. Code that pages and servers share can name these classes; only a
 * page can make one.
 */
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- it is there to be named
class OnPagesOnly {
  constructor() {
    throw new TypeError('payment-widget: there is no DOM here. The element and its events are for pages.');
  }
}

export class PaymentWidget extends OnPagesOnly {}
export class PaymentChangeEvent extends OnPagesOnly {}
export class PaymentFailureEvent extends OnPagesOnly {}
export class PaymentPendingEvent extends OnPagesOnly {}
export class PaymentReadyEvent extends OnPagesOnly {}
export class PaymentSubmitEvent extends OnPagesOnly {}
export class PaymentSuccessEvent extends OnPagesOnly {}
export class PaymentUnknownEvent extends OnPagesOnly {}
