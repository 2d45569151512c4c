export { PaymentWidget } from './element/payment-widget.js';
export { PaymentFailureEvent, PaymentUnknownEvent } from './element/events.js';
export {
  PaymentActionEvent,
  PaymentChangeEvent,
  PaymentFieldEvent,
  PaymentPendingEvent,
  PaymentReadyEvent,
  PaymentSubmitEvent,
  PaymentSuccessEvent,
} from './element/payment-events.js';
export type { PaymentReadyDetail, PaymentState } from './element/events.js';
export type { Finding, FindingLevel } from './hints/hints.js';
export type { PaymentChangeDetail, PaymentFieldDetail } from './form/form-context.js';
export type {
  PaymentActionDetail,
  PaymentErrorDetail,
  PaymentOutcome,
  PaymentResultDetail,
  PaymentSubmitDetail,
  ProxyCapabilities,
} from './payment/outcome.js';
export { PaymentCheckError } from './contract/request.js';
export { isPaymentError, PaymentError } from './contract/errors.js';
export type { ErrorOutcome, PaymentErrorCode } from './contract/errors.js';
export type { Messages } from './i18n/messages.js';
export type { FieldName } from './contract/field-names.js';
export type { CurrencyExponents } from './contract/currency.js';
export type { PaymentRequest } from './contract/request.js';
export type { BuildRequest } from './contract/request.js';
export type { ActionRequired, InterpretResponse, PaymentAnswer, PaymentMeaning } from './contract/meaning.js';
export type { CheckedAction, NextAction } from './contract/next-action.js';
export type { Mode } from './contract/protocol.js';
export type { CardNetworks, NetworksOf } from './contract/networks.js';
