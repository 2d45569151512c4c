import assert from 'node:assert/strict';
import { realClock } from 'payment-widget/contract/clock';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { addBrands } from 'payment-widget/contract/brands';
import { isLuhn } from 'payment-widget/contract/card';
import { COUNTRIES } from 'payment-widget/contract/countries';
import { findProblems, type FormRules, type FormValues } from 'payment-widget/form/form-rules';
import { postalCodeExample } from 'payment-widget/contract/address';
import * as contact from 'payment-widget/form/contact/fields';
import { REGIONAL_BRANDS } from 'payment-widget/contract/regional-brands';
import type { PaymentRequest } from 'payment-widget/contract/request';
import { createPaymentRequest } from 'payment-widget/form/create-request';
import { parsePayment, readPaymentMessage } from 'payment-widget-proxy/http/request';
import { readMetadata } from 'payment-widget/settings/read-settings';
import { readSettings } from 'payment-widget/settings/settings';
import { paymentRequest } from '../../support/node-proxy.js';

const TEST_CARDS = ['4242424242424242', '378282246310005', '6205500000000000004', '30569309025904'].map((pan) => ({
  pan,
}));

/** What a shopper types and a page sets. */
interface Typed {
  readonly values: FormValues;
  /** The shopper's country, if the page knows it and the form has no such field. */
  readonly country?: string | undefined;
  readonly reference?: string | undefined;
  readonly description?: string | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

const VALUES: FormValues = {
  'card-number': '4242 4242 4242 4242',
  'card-expiry': '12/30',
  'card-cvc': '123',
  'cardholder-name': 'Ada Lovelace',
};
const RUNS = { numRuns: 200 };

/** The body that the page sends, or `undefined` if it refuses. */
function pageSends({ values, country, reference, description, metadata }: Typed): PaymentRequest | undefined {
  const rules: FormRules = { currency: 'EUR', locale: 'en', contact, country };
  const { settings } = readSettings({ ...SETTINGS, reference, description }) ?? {};
  if (!settings || Object.keys(findProblems(values, rules)).length > 0) return undefined;
  try {
    const { amount = 0, currency, reference, description } = settings;
    const order = { amount, currency, reference, description, metadata: readMetadata(metadata) };
    return createPaymentRequest(order, values, rules);
  } catch {
    return undefined;
  }
}

const SETTINGS = {
  proxyUrl: '/pay',
  amount: 4999,
  minAmount: undefined,
  maxAmount: undefined,
  currency: 'EUR',
  currencyExponents: undefined,
  orderToken: undefined,
  fields: undefined,
  requestTimeout: undefined,
  metadata: undefined,
  prefill: undefined,
  messages: undefined,
  ownerDocument: { location: { href: 'https://shop.example/checkout' } },
};

async function proxyAccepts(body: PaymentRequest): Promise<boolean> {
  try {
    parsePayment((await readPaymentMessage(paymentRequest('https://shop.example/pay', body), realClock)).body);
    return true;
  } catch {
    return false;
  }
}

const DIGITS = Array.from('0123456789');
const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...DIGITS), minLength: min, maxLength: max });
const harmful = fc.constantFrom(...Array.from('\u0000\u0001\u001b\u007f\u0085\u202a\u202e\u2066\u2069'));
const unusual = fc.oneof(
  harmful,
  fc.constantFrom(...Array.from(' \t\n\u00a0\u200b\u200e\u2028\ufeff-.٣４ａ𠮷e\u0301ﬁ')),
);
const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code));
const anyText = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.string({ unit: anyCharacter }));

/** Mostly the text itself, sometimes with another character inside. */
const noisy = (text: fc.Arbitrary<string>) =>
  fc.oneof(
    { arbitrary: text, weight: 3 },
    {
      arbitrary: fc.tuple(text, fc.nat(), fc.oneof(unusual, anyCharacter)).map(([plain, at, character]) => {
        const position = at % (plain.length + 1);
        return plain.slice(0, position) + character + plain.slice(position);
      }),
      weight: 2,
    },
  );

const withCheckDigit = (start: string) => DIGITS.map((check) => start + check).find(isLuhn) ?? start;
const prefix = fc.constantFrom('', '0', '4', '51', '2221', '34', '36', '6011', '65', '3528', '62', '81', '5018', '9792', '506099', '5067', '2200', '606282'); // prettier-ignore
const pan = noisy(
  fc.oneof(
    fc.constantFrom(...TEST_CARDS.map((card) => card.pan)),
    fc.tuple(prefix, digits(7, 18)).map(([start, rest]) => withCheckDigit(start + rest)),
    fc.tuple(prefix, digits(7, 18)).map(([start, rest]) => start + rest),
  ),
);
const month = fc.integer({ min: 0, max: 13 });
const year = fc.oneof(fc.integer({ min: -2, max: 22 }), fc.integer({ min: -30, max: 7000 })).map((years) => new Date().getUTCFullYear() + years); // prettier-ignore
const cvc = noisy(digits(2, 5));
const name = noisy(fc.oneof(fc.constantFrom('Ada Lovelace', '李小龙', 'علی\u200cرضا', '12', 'Ada 424242424242', 'é'.repeat(256), '𠮷'.repeat(200)), anyText)); // prettier-ignore
const email = noisy(fc.oneof(fc.emailAddress(), fc.constantFrom('ada@example', 'ada@@example.org', 'ada@example.org.', `${'a'.repeat(250)}@b.de`), anyText)); // prettier-ignore
const country = fc.oneof(fc.constantFrom(...COUNTRIES), fc.constantFrom('ZZ', 'de', 'EU', '', 'D'));
const phone = noisy(
  fc.oneof(
    fc.tuple(fc.constantFrom('+', '00', '0', ''), fc.constantFrom('1', '49', '39', '7', '44', '36', '370', '375', '999'), digits(4, 13)).map((parts) => parts.join('')), // prettier-ignore
    fc.constantFrom('+4930123456', '+49 (0)30 123456', '+12025550123', '+442079460958'),
  ),
);
const postalCode = noisy(
  fc.oneof(
    fc.constantFrom(...COUNTRIES).map((code) => postalCodeExample(code) ?? '九龍'),
    fc.constantFrom('1', '12345678901', 'D-10115', 'sw1a1aa', 'A B'),
    anyText,
  ),
);
const line = noisy(fc.oneof(fc.constantFrom('1 High Street', '香港中環', ' ', 'x'.repeat(101), '𠮷'.repeat(50), '4242 4242 4242 4242'), anyText)); // prettier-ignore
const address = fc.record({ 'address-line1': line, 'address-line2': line, city: line, region: line, 'postal-code': postalCode, country }, { requiredKeys: ['address-line1'] }); // prettier-ignore
const text = noisy(fc.oneof(fc.constantFrom('order-1042', ' order', 'a\nb', 'sk_live_123456789', 'x'.repeat(1001), '𠮷'.repeat(130), '𠮷'.repeat(501)), anyText)); // prettier-ignore
const metadata = fc.dictionary(fc.oneof(fc.string(), noisy(fc.constantFrom('cart', 'x'.repeat(65), '𠮷'.repeat(33), 'constructor'))), text, { maxKeys: 3 }); // prettier-ignore

/** What a shopper types, field by field; everything else is valid. */
const TYPED: Readonly<Record<string, fc.Arbitrary<Typed>>> = {
  'card numbers': pan.map((text) => ({ values: { ...VALUES, 'card-number': text } })),
  'expiry dates': fc.tuple(month, year).map(([m, y]) => ({ values: { ...VALUES, 'card-expiry': `${m} / ${y}` } })),
  'security codes': fc.tuple(fc.constantFrom(...TEST_CARDS), cvc).map(([card, code]) => ({ values: { ...VALUES, 'card-number': card.pan, 'card-cvc': code } })), // prettier-ignore
  names: name.map((text) => ({ values: { ...VALUES, 'cardholder-name': text } })),
  emails: email.map((text) => ({ values: { ...VALUES, email: text } })),
  'countries, phone numbers and postal codes': fc
    .record({ country, phone, 'postal-code': postalCode }, { requiredKeys: [] })
    .map((values) => ({ values: { ...VALUES, ...values } })),
  'phone numbers and postal codes of a country that the page knows': fc
    .tuple(fc.constantFrom(...COUNTRIES), fc.record({ phone, 'postal-code': postalCode }, { requiredKeys: [] }))
    .map(([known, values]) => ({ country: known, values: { ...VALUES, ...values } })),
  addresses: address.map((values) => ({ values: { ...VALUES, ...values } })),
  'addresses in a country that the page knows': fc
    .tuple(fc.constantFrom(...COUNTRIES), address)
    .map(([known, { country: _, ...values }]) => ({ country: known, values: { ...VALUES, ...values } })),
  references: text.map((reference) => ({ values: VALUES, reference })),
  descriptions: text.map((description) => ({ values: VALUES, description })),
  metadata: metadata.map((metadata) => ({ values: VALUES, metadata })),
};

describe('page and proxy', () => {
  before(() => {
    addBrands(REGIONAL_BRANDS); // as when the shopper has typed
  });

  for (const [what, typed] of Object.entries(TYPED)) {
    it(`the proxy accepts ${what} that the page sends`, async () => {
      let sent = 0;
      await fc.assert(
        fc.asyncProperty(typed, async (input) => {
          const body = pageSends(input);
          if (!body) return;
          sent++;
          assert.ok(await proxyAccepts(body), JSON.stringify(body));
        }),
        RUNS,
      );
      assert.ok(sent > 0);
    });
  }
});
