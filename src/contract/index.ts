/**
 * What page and proxy share: the protocol between them, its limits, and the rules of its values. Pure functions, without
 * dependencies.
 */

// Protocol: paths, headers, keys.
export * from './protocol.js';

// Bodies of requests.
export {
  serializeRequest,
  type BuildRequest,
  type PaymentDraft,
  type PaymentRequest,
  type ResolvedPayment,
} from './request.js';

// Bodies of the proxy's responses.
export { parseConfig, type ProxyConfig } from './parse.js';
export { parseOrder, type TokenOrder } from './parse-order.js';
export { parseProblem, parseReport, type AttemptReport } from './parse-report.js';

// Responses of the payments service.
export { isPage, parseAnswer, type AnswerBody } from './answer.js';
export * from './meaning.js';
export { ACTION_LIMITS, checkAction, type CheckedAction, type NextAction } from './next-action.js';

// Errors.
export { DOCS, ERRORS, isPaymentErrorCode, PaymentError, type ErrorOutcome, type PaymentErrorCode } from './errors.js';

// Orders: amounts, currencies, references, metadata.
export { isAmount, MAX_AMOUNT } from './amount.js';
export { currencyExponent, isCurrencyExponents, type CurrencyExponents } from './currency.js';
export {
  canonicalReference,
  hasInvisibleEnd,
  isDescription,
  isMetadata,
  isReference,
  LINE,
  MAX_DESCRIPTION,
  MAX_METADATA_KEY,
  MAX_METADATA_VALUE,
  MAX_ORDER_TOKEN,
  MAX_REFERENCE,
} from './order.js';
export { exampleAmount } from './typed-amount.js';

// Fields of the form.
export { isCardData, type FieldName } from './field-names.js';
export { FIELD_NAMES, INPUT_IDS, isFieldName } from './fields.js';

// Cards.
export { cardBrand, checkCardholderName, checkCvc, checkPan } from './card.js';
export { checkExpiry } from './expiry.js';
export { addBrands } from './brands.js';
export { REGIONAL_BRANDS } from './regional-brands.js';
export { acceptableNames, readBrands, toBrandId } from './brand-names.js';
export {
  acceptedBrand,
  isRefused,
  MAX_NETWORKS,
  NETWORK_NAME,
  readNetworks,
  type CardNetworks,
  type NetworksOf,
} from './networks.js';

// Contact and address.
export { checkEmail, normalizeEmail, parsePhone } from './contact.js';
export { checkLine, checkPostalCode, isAddressField, normalizeLine } from './address.js';
export { hasRegions } from './address-formats.js';
export { COUNTRIES, isCountry } from './countries.js';

// Values for tests.
export { isTestNumber } from './test-numbers.js';
export { TEST_ADDRESS, testValues } from './test-values.js';

// Guards against foreign data, and time.
export { holdsSecret, isActionOrigin, isLoopback, PROTOTYPE_NAMES } from './security.js';
export { removeHarmful } from './text.js';
export { isTimeout, realClock, withinTime, type Clock } from './clock.js';
