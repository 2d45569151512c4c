export { PaymentCheckError } from './contract/request.js';
export { isPaymentError, PaymentError } from './contract/errors.js';

/**
 * Replaces `index.ts` outside browsers. Importing Lit there would fail at the edge, or leave a global `HTMLElement` behind in
 * Node. Tests with jsdom or happy-dom get an element that does nothing, and the events themselves.
 */
export {
  PaymentActionEvent,
  PaymentChangeEvent,
  PaymentFailureEvent,
  PaymentFieldEvent,
  PaymentPendingEvent,
  PaymentReadyEvent,
  PaymentSubmitEvent,
  PaymentSuccessEvent,
  PaymentUnknownEvent,
  PaymentWidget,
} from './element/stand-in.js';
