export { PaymentWidget } from './element/payment-widget.js';
export {
  PaymentChangeEvent,
  PaymentFailureEvent,
  PaymentPendingEvent,
  PaymentReadyEvent,
  PaymentSubmitEvent,
  PaymentSuccessEvent,
  PaymentUnknownEvent,
} from './element/events.js';
export type {
  PaymentChangeDetail,
  PaymentErrorDetail,
  PaymentOutcome,
  PaymentReadyDetail,
  PaymentResultDetail,
  PaymentState,
  PaymentSubmitDetail,
  ProxyCapabilities,
} from './element/events.js';
export { isPaymentError, PaymentError } from './contract/errors.js';
export type { ErrorOutcome, PaymentErrorCode } from './contract/errors.js';
export type { Messages } from './i18n/messages.js';
export type { FieldName } from './contract/field-names.js';
export type { CurrencyExponents } from './contract/currency.js';
export type { PaymentRequest } from './contract/schema.js';
export type { BuildRequest } from './contract/serialize.js';
export type { InterpretResponse, PaymentAnswer, PaymentMeaning } from './contract/interpret.js';
export type { Mode } from './contract/protocol.js';
