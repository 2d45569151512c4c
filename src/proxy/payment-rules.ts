import { checkLine, normalizeLine, checkPostalCode } from '../contract/address.js';
import { addBrands } from '../contract/brands.js';
import { cardBrand, checkCardholderName, checkCvc, checkPan } from '../contract/card.js';
import { COUNTRIES, isCountry } from '../contract/countries.js';
import { checkEmail, normalizeEmail, parsePhone } from '../contract/contact.js';
import { checkExpiry } from '../contract/expiry.js';
import { REGIONAL_BRANDS } from '../contract/regional-brands.js';
import { isMetadata, isDescription, isReference, LINE } from '../contract/order.js';
import { removeHarmful } from '../contract/text.js';
import type { PaymentRequest } from '../contract/request.js';
import { holdsSecret } from '../contract/security.js';
import { ProblemError } from './problem.js';
import { isRefused } from '../contract/networks.js';

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
  throw new ProblemError(422, 'invalid_request', 'The payment is invalid. See errors. Nothing was sent.', {
    members: { errors },
  });
}

export function checkBrand(
  { payment_method: { card } }: PaymentRequest,
  accepted: readonly string[] | undefined,
): void {
  if (!accepted) return;
  const { number, preferred_network: network } = card;
  if (network !== undefined && !accepted.includes(network)) {
    throw refusal('/payment_method/card/preferred_network', accepted);
  }
  if (isRefused(number, accepted)) throw refusal('/payment_method/card/number', accepted);
}

function refusal(pointer: string, accepted: readonly string[]): ProblemError {
  const detail = `Expected one of: ${accepted.join(', ')}`;
  return new ProblemError(422, 'invalid_request', 'The brand of this card is not accepted. Nothing was sent.', {
    members: { errors: [{ pointer, detail }] },
  });
}
