import { checkLine, normalizeLine } from '../card/address-line.js';
import { addBrands } from '../card/brand-table.js';
import { cardBrand, checkCardholderName, checkCvc, checkPan } from '../card/card.js';
import { COUNTRIES, isCountry } from '../card/countries.js';
import { checkEmail, normalizeEmail } from '../card/email.js';
import { checkExpiry } from '../card/expiry.js';
import { parsePhone } from '../card/phone.js';
import { checkPostalCode } from '../card/postal-code.js';
import { REGIONAL_BRANDS } from '../card/regional-brands.js';
import { isMetadata } from '../contract/metadata.js';
import { isDescription, isReference, LINE } from '../contract/order-texts.js';
import { removeHarmful } from '../contract/plain-text.js';
import type { PaymentRequest } from '../contract/schema.js';
import { holdsSecret } from '../contract/secrets.js';
import { ProblemError } from './problem.js';
import { isRefused } from '../card/accepted-brands.js';

addBrands(REGIONAL_BRANDS); // a page has loaded them when the shopper pays

type Members = Omit<PaymentRequest, 'payment_method' | 'customer'> &
  NonNullable<PaymentRequest['customer']> & { readonly card: PaymentRequest['payment_method']['card'] };

/** What a member must be. Members that are missing are not checked. */
interface Rule<Name extends keyof Members> {
  /** JSON Pointer (RFC 6901). The widget shows the error at the field: see `transport/field-errors.ts`. */
  readonly pointer: string;
  /** Never quotes the value. */
  readonly detail: string;
  readonly isMet: (value: NonNullable<Members[Name]>, all: Partial<Members>) => boolean;
}

const rule = <Name extends keyof Members>(name: Name, { pointer, detail, isMet }: Rule<Name>) => ({
  pointer,
  detail,
  isBroken: (all: Partial<Members>) => {
    const value = all[name];
    return value !== undefined && !isMet(value, all);
  },
});

type Address = NonNullable<Members['address']>;

const lineRule = (member: 'line1' | 'line2' | 'city' | 'region') =>
  rule('address', {
    pointer: `/customer/address/${member}`,
    detail: 'Expected one line of 1 to 100 characters without surrounding white space and card numbers',
    isMet: ({ [member]: line }) =>
      line === undefined || (line !== '' && line === normalizeLine(line) && !checkLine(line)),
  });

// The page may know a country that is not in the form, and so not in the request.
const isPostalCode = ({ postal_code: code, country }: Pick<Address, 'postal_code' | 'country'>) =>
  code === undefined ||
  (LINE.test(code) && (country === undefined ? COUNTRIES : [country]).some((one) => !checkPostalCode(code, one)));

const isPlain = (text: string) => text === removeHarmful(text);

/** The rules of the page. It sends emails and phone numbers normalized, and texts without harmful characters. */
const RULES = [
  rule('card', {
    pointer: '/payment_method/card/number',
    detail: 'Expected the length and the check digit of a card number',
    isMet: ({ number }) => checkPan(number) === undefined,
  }),
  rule('card', {
    pointer: '/payment_method/card/exp_year',
    detail: 'Expected a month that has not ended (UTC-12), at most 20 years ahead',
    isMet: ({ exp_month, exp_year }) => checkExpiry(`${exp_month}/${exp_year}`) === undefined,
  }),
  rule('card', {
    pointer: '/payment_method/card/cvc',
    detail: "Expected as many digits as the card's brand has",
    isMet: ({ number, cvc }) => checkCvc(cvc, cardBrand(number)) === undefined,
  }),
  rule('name', {
    pointer: '/customer/name',
    detail: 'Expected one line of at most 255 characters, with a letter and without a card number',
    isMet: (name) => LINE.test(name) && checkCardholderName(name) === undefined,
  }),
  rule('email', {
    pointer: '/customer/email',
    detail: 'Expected an email address such as ada@example.org',
    isMet: (email) => email === normalizeEmail(email) && checkEmail(email) === undefined,
  }),
  rule('phone', {
    pointer: '/customer/phone',
    detail: 'Expected an E.164 number such as +4930123456',
    isMet: (phone) => phone === parsePhone(phone),
  }),
  rule('postal_code', {
    pointer: '/customer/postal_code',
    detail: 'Expected a postal code of the country',
    isMet: (code, { country }) => isPostalCode({ postal_code: code, country }),
  }),
  rule('country', {
    pointer: '/customer/country',
    detail: 'Expected an ISO 3166-1 alpha-2 code in capitals, such as DE',
    isMet: isCountry,
  }),
  lineRule('line1'),
  lineRule('line2'),
  lineRule('city'),
  lineRule('region'),
  rule('address', {
    pointer: '/customer/address/postal_code',
    detail: 'Expected a postal code of the country',
    isMet: isPostalCode,
  }),
  rule('address', {
    pointer: '/customer/address/country',
    detail: 'Expected an ISO 3166-1 alpha-2 code in capitals, such as DE',
    isMet: ({ country }) => country === undefined || isCountry(country),
  }),
  rule('reference', {
    pointer: '/reference',
    detail: 'Expected one line of at most 255 characters without surrounding white space',
    isMet: (reference) => isReference(reference) && !holdsSecret(reference),
  }),
  rule('description', {
    pointer: '/description',
    detail: 'Expected at most 1000 characters, no control characters, no bidirectional formatting',
    isMet: (description) => isDescription(description) && isPlain(description) && !holdsSecret(description),
  }),
  rule('metadata', {
    pointer: '/metadata',
    detail: 'Expected short texts, no control characters, no bidirectional formatting',
    isMet: (metadata) => isMetadata(metadata) && Object.values(metadata).every(isPlain),
  }),
];

/** A script need not run the page's rules. The page's limits of an amount cannot be checked. */
export function checkPayment({ payment_method: { card }, customer, ...order }: PaymentRequest): void {
  const members = { ...order, ...customer, card };
  const broken = RULES.filter(({ isBroken }) => isBroken(members));
  if (broken.length === 0) return;
  const errors = broken.map(({ pointer, detail }) => ({ pointer, detail }));
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
