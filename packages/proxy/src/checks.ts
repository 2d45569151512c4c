import {
  addBrands,
  canonicalReference,
  cardBrand,
  checkCardholderName,
  checkCvc,
  checkEmail,
  checkExpiry,
  checkLine,
  checkPan,
  checkPostalCode,
  COUNTRIES,
  holdsSecret,
  isCountry,
  isDescription,
  isMetadata,
  isReference,
  isRefused,
  LINE,
  normalizeEmail,
  normalizeLine,
  parsePhone,
  PROBLEM_TYPE,
  REGIONAL_BRANDS,
  removeHarmful,
  type ErrorOutcome,
  type PaymentDraft,
  type PaymentErrorCode,
  type PaymentRequest,
} from 'payment-widget/contract';
import { resolvedPayment } from './schema.js';
import { isSamePrice, type StoredAttempt, type Price } from './attempts/record.js';
import type { CardHint, PaymentProxyOptions } from './options.js';
import type { TokenStatus } from './order-token.js';
import { invalidMembers, ProblemError } from './problem.js';
import type { IncomingPayment } from './request.js';

addBrands(REGIONAL_BRANDS); // a page has loaded them when the shopper pays

type Members = Partial<
  Omit<PaymentRequest, 'payment_method' | 'customer'> & NonNullable<PaymentRequest['customer']>
> & { readonly card: PaymentRequest['payment_method']['card'] };

/**
 * A JSON Pointer (RFC 6901), by which the widget shows the error at the field: see `transport/field-errors.ts`. Then what is
 * expected, which never quotes the value.
 */
type Rule = readonly [pointer: string, expected: string, isMet: (members: Members) => boolean];

/** Members that are missing are not checked. */
const isValid = <T>(value: T | undefined, isMet: (value: T) => boolean) => value === undefined || isMet(value);

const addressLine = (member: 'line1' | 'line2' | 'city' | 'region'): Rule => [
  `/customer/address/${member}`,
  'one line of 1 to 100 characters without surrounding white space and card numbers',
  ({ address }) =>
    isValid(address?.[member], (line) => line !== '' && line === normalizeLine(line) && !checkLine(line)),
];

// The page may know a country that is not in the form, and so not in the request.
const isPostalCode = ({ postal_code: code, country }: Pick<Members, 'postal_code' | 'country'>) =>
  code === undefined ||
  (LINE.test(code) && (country === undefined ? COUNTRIES : [country]).some((one) => !checkPostalCode(code, one)));

const POSTAL_CODE = 'a postal code of the country';
const COUNTRY = 'an ISO 3166-1 alpha-2 code in capitals, such as DE';

const isPlain = (text: string) => text === removeHarmful(text);

/** The rules of the page. It sends emails and phone numbers normalized, and texts without harmful characters. */
const RULES: readonly Rule[] = [
  [
    '/payment_method/card/number',
    'the length and the check digit of a card number',
    ({ card }) => checkPan(card.number) === undefined,
  ],
  [
    '/payment_method/card/exp_year',
    'a month that has not ended (UTC-12), at most 20 years ahead',
    ({ card }) => checkExpiry(`${card.exp_month}/${card.exp_year}`) === undefined,
  ],
  [
    '/payment_method/card/cvc',
    "as many digits as the card's brand has",
    ({ card }) => checkCvc(card.cvc, cardBrand(card.number)) === undefined,
  ],
  [
    '/customer/name',
    'one line of at most 255 characters, with a letter and without a card number',
    ({ name }) => isValid(name, (text) => LINE.test(text) && checkCardholderName(text) === undefined),
  ],
  [
    '/customer/email',
    'an email address such as ada@example.org',
    ({ email }) => isValid(email, (text) => text === normalizeEmail(text) && checkEmail(text) === undefined),
  ],
  [
    '/customer/phone',
    'an E.164 number such as +4930123456',
    ({ phone }) => isValid(phone, (text) => text === parsePhone(text)),
  ],
  ['/customer/postal_code', POSTAL_CODE, isPostalCode],
  ['/customer/country', COUNTRY, ({ country }) => isValid(country, isCountry)],
  addressLine('line1'),
  addressLine('line2'),
  addressLine('city'),
  addressLine('region'),
  ['/customer/address/postal_code', POSTAL_CODE, ({ address }) => isValid(address, isPostalCode)],
  ['/customer/address/country', COUNTRY, ({ address }) => isValid(address?.country, isCountry)],
  [
    '/reference',
    'one line of at most 255 characters without surrounding white space',
    ({ reference }) => isValid(reference, (text) => isReference(text) && !holdsSecret(text)),
  ],
  [
    '/description',
    'at most 1000 characters, no control characters, no bidirectional formatting',
    ({ description }) => isValid(description, (text) => isDescription(text) && isPlain(text) && !holdsSecret(text)),
  ],
  [
    '/metadata',
    'short texts, no control characters, no bidirectional formatting',
    ({ metadata }) => isValid(metadata, (texts) => isMetadata(texts) && Object.values(texts).every(isPlain)),
  ],
];

/** A script need not run the page's rules. The page's limits of an amount cannot be checked. */
export function checkPayment({ payment_method: { card }, customer, ...order }: PaymentRequest): void {
  const members = { ...order, ...customer, card };
  const broken = RULES.filter(([, , isMet]) => !isMet(members));
  if (broken.length === 0) return;
  const errors = broken.map(([pointer, expected]) => ({ pointer, detail: `Expected ${expected}` }));
  throw invalidMembers('The payment is invalid. See errors. Nothing was sent.', errors);
}

export function checkBrand(
  { payment_method: { card } }: PaymentRequest,
  accepted: readonly string[] | undefined,
): void {
  if (!accepted) return;
  const { number, preferred_network: network } = card;
  const isOther = network !== undefined && !accepted.includes(network);
  if (!isOther && !isRefused(number, accepted)) return;
  const pointer = `/payment_method/card/${isOther ? 'preferred_network' : 'number'}`;
  const text = 'The brand of this card is not accepted. Nothing was sent.';
  throw invalidMembers(text, [{ pointer, detail: `Expected one of: ${accepted.join(', ')}` }]);
}

export interface PaymentOrder {
  /** In its canonical form, which is the same for all requests that pay it. */
  readonly reference: string | undefined;
  /** None before it is confirmed, and with `trustBrowserAmount`. */
  readonly price?: Price | undefined;
  readonly disclose: Disclose;
}

export interface OrderedPayment extends IncomingPayment {
  readonly order: PaymentOrder;
}

/** What a request may learn of an attempt; `undefined` if only its state. */
export type Disclose = (attempt: StoredAttempt) => StoredAttempt | undefined;

export interface Access {
  /** `undefined` if the proxy requires none. */
  readonly token: TokenStatus | undefined;
  /** Isolated mode: a script of the page may have the token, and what it learns it can send anywhere. So no answer is repeated. */
  readonly isFramed: boolean;
}

/**
 * A token gives access to the attempts for its order, expired or not. Without tokens, only the request that created an attempt
 * knows its key.
 */
export function accessOf(key: string, { token, isFramed }: Access): Disclose {
  const reference = token?.order && canonicalReference(token.order.reference);
  const mayRead = (attempt: StoredAttempt) =>
    token ? token.order !== undefined && attempt.reference === reference : attempt.key === key;
  return (attempt) => (mayRead(attempt) ? (isFramed ? withoutAnswer(attempt) : attempt) : undefined);
}

/** The attempt without the body of the service. The proxy's own problem documents stay. */
function withoutAnswer(attempt: StoredAttempt): StoredAttempt {
  if (!attempt.answer || attempt.answer.mediaType === PROBLEM_TYPE) return attempt;
  const { body: _, ...answer } = attempt.answer;
  return { ...attempt, answer };
}

/** @throws {ProblemError} 403 `order_token_invalid` or `order_token_expired` */
export function checkToken(token: TokenStatus | undefined, outcome?: ErrorOutcome): void {
  if (token?.state === 'invalid') throw invalidToken(outcome);
  if (token?.state === 'expired') {
    throw tokenProblem('order_token_expired', 'The order token has expired. Expected a new one.', outcome);
  }
}

export function invalidToken(outcome?: ErrorOutcome): ProblemError {
  return tokenProblem('order_token_invalid', 'Expected an order token that is valid for this order.', outcome);
}

function tokenProblem(code: PaymentErrorCode, detail: string, outcome?: ErrorOutcome): ProblemError {
  return new ProblemError(403, code, detail, outcome && { outcome });
}

/** The order that a payment names, before it is confirmed. */
export function namedOrder({ payment, idempotencyKey }: IncomingPayment, access: Access): PaymentOrder {
  const { token } = access;
  const reference = token ? token.order?.reference : payment.reference;
  return {
    reference: reference ? canonicalReference(reference) : undefined,
    disclose: accessOf(idempotencyKey, access),
  };
}

/** @throws {ProblemError} 403 `order_token_invalid` or 404 `unknown_order` */
export async function confirmOrder(
  named: PaymentOrder,
  payment: PaymentRequest,
  request: Request,
  { token, resolvePayment }: Pick<PaymentProxyOptions, 'resolvePayment'> & { token: TokenStatus | undefined },
): Promise<PaymentOrder> {
  const granted = token?.order;
  const { payment_method, ...draft } = payment;
  const reference = payment.reference || granted?.reference;
  const found = await resolvePayment?.({ ...draft, ...(reference && { reference }) }, request, hintOf(payment_method));
  const resolved = found ? resolvedPayment().parse(found) : undefined;
  const canonical = canonicalReference(resolved?.reference ?? reference ?? '');
  // First, so that a token does not reveal whether another order exists.
  if (granted && canonical !== canonicalReference(granted.reference)) throw invalidToken();
  if (resolvePayment && !resolved) {
    throw new ProblemError(404, 'unknown_order', 'resolvePayment returned no order. Nothing was sent.');
  }
  // A price by card differs from the token's. If both counted, no amount would be accepted.
  const price = resolved ?? granted;
  return { ...named, reference: canonical || undefined, price };
}

/** @throws {ProblemError} 409 `amount_changed` with the price of the order */
export function checkPrice(payment: PaymentRequest, { price }: PaymentOrder): void {
  if (!price || isSamePrice(price, payment)) return;
  const { amount, currency } = price;
  throw new ProblemError(409, 'amount_changed', 'The amount of this order has changed. Nothing was sent.', {
    members: { amount, currency },
  });
}

/** PCI DSS FAQ 1091: of a number with 16 or more digits the first 8 may be shown, of a shorter one the first 6. */
function hintOf({ card }: PaymentRequest['payment_method']): CardHint {
  const brand = cardBrand(card.number)?.id;
  return { bin: card.number.slice(0, card.number.length < 16 ? 6 : 8), ...(brand !== undefined && { brand }) };
}

/** The payment without its card, and with the canonical order. */
export function draftOf({ payment, order: { reference } }: OrderedPayment): PaymentDraft {
  const { payment_method: _, ...draft } = payment;
  return { ...draft, ...(reference && { reference }) };
}
