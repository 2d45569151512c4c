/** What payment-widget-proxy and payment-widget-testing of the same version share with the element. Not public. */

export { type Form } from './element/form.js';
export { type PaymentReadyDetail, type PaymentState } from './element/events.js';
export {
  askPage,
  PaymentChangeEvent,
  PaymentFieldEvent,
  PaymentReadyEvent,
  createOutcomeEvent,
} from './element/payment-events.js';
export { type PaymentWidget } from './element/payment-widget.js';
export { defineSettings, type ElementSettings } from './element/plain-settings.js';
export {
  type Attempt,
  type Order,
  type PaymentOutcome,
  type PaymentSubmitDetail,
  type ProxyCapabilities,
} from './payment/outcome.js';
export { PaymentSession } from './payment/payment-session.js';
export { ProxyClient } from './payment/proxy-client.js';
export { type PayRequest } from './payment/send-attempt.js';
