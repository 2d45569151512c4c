export { PaymentWidget } from './payment-widget.js';
export {
  PaymentChangeEvent,
  PaymentFailureEvent,
  PaymentPendingEvent,
  PaymentReadyEvent,
  PaymentSubmitEvent,
  PaymentSuccessEvent,
  PaymentUnknownEvent,
} from './events.js';
export type {
  PaymentChangeDetail,
  PaymentErrorDetail,
  PaymentOutcome,
  PaymentReadyDetail,
  PaymentResultDetail,
  PaymentState,
  PaymentSubmitDetail,
  ProxyCapabilities,
} from './events.js';
export { isPaymentError, PaymentError } from './errors.js';
export type { ErrorOutcome, PaymentErrorCode } from './errors.js';
export type { Messages } from './messages.js';
export type { FieldName } from './payment/form.js';
export type { CurrencyExponents } from './payment/money.js';
export type { PaymentRequest } from './payment/schema.js';
export type { BuildRequest } from './payment/serialize.js';
export type { InterpretResponse, PaymentAnswer, PaymentMeaning } from './transport/client.js';
export type { Mode } from './transport/protocol.js';
