import * as z from 'zod/mini';
import {
  acceptableNames,
  acceptedBrand,
  addBrands,
  cardBrand,
  checkCardholderName,
  checkCvc,
  checkEmail,
  checkExpiry,
  checkLine,
  checkPan,
  checkPostalCode,
  COUNTRIES,
  currencyExponent,
  hasInvisibleEnd,
  holdsSecret,
  isAmount,
  isCountry,
  isMetadata,
  LINE,
  MAX_DESCRIPTION,
  MAX_METADATA_KEY,
  MAX_METADATA_VALUE,
  MAX_REFERENCE,
  NETWORK_NAME,
  normalizeEmail,
  normalizeLine,
  parsePhone,
  REGIONAL_BRANDS,
  removeHarmful,
  type PaymentRequest,
} from 'payment-widget/contract';
import { lazy } from '../base/once.js';

addBrands(REGIONAL_BRANDS); // a page has loaded them when the shopper pays
const ALL_NETWORKS = acceptableNames();

export const text = (max: number) => {
  const error = `Expected a text of at most ${max} characters`;
  return z.string(error).check(z.maxLength(max, { error, abort: true }));
};

const AMOUNT = 'Expected a whole number of minor units, 1 to 999,999,999,999';
export const amount = () => z.number(AMOUNT).check(z.refine(isAmount, AMOUNT));

const CURRENCY = 'Expected an ISO 4217 currency code, such as EUR';
const isCurrency = (code: string) => currencyExponent(code) !== undefined;
export const currency = () => z.string(CURRENCY).check(z.refine(isCurrency, CURRENCY));

const reference = () =>
  text(MAX_REFERENCE).check(
    z.refine((value) => !hasInvisibleEnd(value), {
      error: 'Expected no white space or invisible characters at either end',
      abort: true,
    }),
    z.regex(LINE, {
      error: 'Expected one line without control characters and bidirectional formatting',
      abort: true,
    }),
  );
export const confirmedReference = () => reference().check(z.minLength(1, 'Expected at least 1 character'));

/** A rule of the page. @param path - of the member, if the rule compares several */
const rule = <T>(isMet: (value: T) => boolean, expected: string, path: string[] = []) =>
  z.refine<T>(isMet, { error: `Expected ${expected}`, path });

const textWith = (max: number, isMet: (value: string) => boolean, expected: string) =>
  z.optional(text(max).check(rule(isMet, expected)));

const isPlain = (value: string) => value === removeHarmful(value);

/** `z.maxLength` counts code points. */
const unitsUpTo = (max: number) => rule((value: string) => value.length <= max, `at most ${max} UTF-16 units`);

const noKey = () => rule((value: string) => !holdsSecret(value), 'no API key');

const addressLine = () =>
  textWith(
    100,
    (line) => line !== '' && line === normalizeLine(line) && !checkLine(line),
    'one line of 1 to 100 characters without surrounding white space and card numbers',
  );

const country = () => textWith(2, isCountry, 'an ISO 3166-1 alpha-2 code in capitals, such as DE');

/** The page may know a country that is not in the form, and so not in the request. */
const postalCodeRule = () =>
  rule<{ postal_code?: string | undefined; country?: string | undefined }>(
    ({ postal_code: code, country: own }) =>
      code === undefined ||
      (LINE.test(code) && (own === undefined ? COUNTRIES : [own]).some((one) => !checkPostalCode(code, one))),
    'a postal code of the country',
    ['postal_code'],
  );

/** The billing address, in forms with fields for it. Postal code and country are then here, not in `customer`. */
const address = () =>
  z
    .strictObject({
      line1: addressLine(),
      line2: addressLine(),
      city: addressLine(),
      region: addressLine(),
      postal_code: z.optional(text(32)),
      country: country(),
    })
    .check(postalCodeRule());

/** The page sends emails and phone numbers normalized. */
const customer = () =>
  z
    .strictObject({
      name: textWith(
        255,
        (name) => LINE.test(name) && checkCardholderName(name) === undefined,
        'one line of at most 255 characters, with a letter and without a card number',
      ),
      email: textWith(
        254,
        (email) => email === normalizeEmail(email) && checkEmail(email) === undefined,
        'an email address such as ada@example.org',
      ),
      phone: textWith(32, (phone) => phone === parsePhone(phone), 'an E.164 number such as +4930123456'),
      postal_code: z.optional(text(32)),
      country: country(),
      address: z.optional(address()),
    })
    .check(postalCodeRule());

type Card = PaymentRequest['payment_method']['card'];

const card = () =>
  z
    .strictObject({
      number: z.string().check(
        z.regex(/^[1-9]\d{11,18}$/, { error: 'Expected 12 to 19 digits, the first one not 0', abort: true }),
        rule((pan: string) => checkPan(pan) === undefined, 'the length and the check digit of a card number'),
      ),
      exp_month: z.int().check(z.minimum(1, { abort: true }), z.maximum(12, { abort: true })),
      exp_year: z.int().check(z.minimum(2000), z.maximum(9999)),
      cvc: z.optional(z.string().check(z.regex(/^\d{3,4}$/, { error: 'Expected 3 or 4 digits', abort: true }))),
      preferred_network: z.optional(z.string().check(z.regex(NETWORK_NAME, 'Expected a network name, such as visa'))),
    })
    .check(
      rule(
        ({ exp_month, exp_year }: Card) => checkExpiry(`${exp_month}/${exp_year}`) === undefined,
        'a month that has not ended (UTC-12), at most 20 years ahead',
        ['exp_year'],
      ),
      rule(
        ({ number, cvc }: Card) =>
          cvc === undefined
            ? acceptedBrand(number, ALL_NETWORKS)?.isCvcOptional === true
            : checkCvc(cvc, cardBrand(number)) === undefined,
        "as many digits as the card's brand has",
        ['cvc'],
      ),
    );

/**
 * The body of `POST {proxy-url}/v1/payments`. Strict: unknown members are rejected. A script need not run the rules of the page.
 * Its limits of an amount cannot be checked.
 */
export const paymentRequest = /* @__PURE__ */ lazy(() =>
  z.strictObject({
    amount: amount(),
    currency: currency(),
    reference: z.optional(reference().check(unitsUpTo(MAX_REFERENCE), noKey())),
    description: z.optional(
      text(MAX_DESCRIPTION).check(
        unitsUpTo(MAX_DESCRIPTION),
        rule(isPlain, 'no control characters, no bidirectional formatting'),
        noKey(),
      ),
    ),
    customer: z.optional(customer()),
    payment_method: z.strictObject({ type: z.literal('card'), card: card() }),
    metadata: z.optional(
      z
        .record(text(MAX_METADATA_KEY), text(MAX_METADATA_VALUE))
        .check(
          rule(
            (texts: Record<string, string>) => isMetadata(texts) && Object.values(texts).every(isPlain),
            'short texts, no control characters, no bidirectional formatting',
          ),
        ),
    ),
  }),
);

export const resolvedPayment = /* @__PURE__ */ lazy(() =>
  z.object({ amount: amount(), currency: currency(), reference: z.optional(confirmedReference()) }),
);

/** The claims of an order token. `exp` is in seconds since 1970. */
export const orderToken = /* @__PURE__ */ lazy(() =>
  z.object({ reference: confirmedReference(), amount: amount(), currency: currency(), exp: z.number() }),
);
