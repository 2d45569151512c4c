import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressParts, isPartRequired, localTerm } from 'payment-widget/form/contact/fields';
import { checkLine } from 'payment-widget/contract/address';
import { COUNTRIES } from 'payment-widget/contract/countries';
import { findProblems, type FormRules, type FormValues } from 'payment-widget/form/form-rules';
import * as contact from 'payment-widget/form/contact/fields';
import { createPaymentRequest } from 'payment-widget/form/create-request';
import ENGLISH from 'payment-widget/i18n/locales/en';

const RULES: FormRules = { currency: 'EUR', locale: 'en', contact };
const PARTS = ['address-line1', 'address-line2', 'city', 'region', 'postal-code'] as const;

/** The parts of a country in order; required ones have a star. */
function formOf(country: string, locale = 'en'): string {
  return addressParts(country, locale)
    .map((part) => (isPartRequired(part, country) ? `${part}*` : part))
    .join(' ');
}

const customerOf = (values: FormValues, rules = RULES) =>
  createPaymentRequest({ amount: 1, currency: 'EUR' }, values, rules).customer;

describe('addressParts()', () => {
  for (const [country, form] of [
    ['US', 'address-line1* address-line2 city* region* postal-code*'],
    ['GB', 'address-line1* address-line2 city* postal-code*'],
    ['JP', 'address-line1* address-line2 region* postal-code*'],
    ['IE', 'address-line1* address-line2 city* region postal-code'],
    ['IN', 'address-line1* address-line2 city* postal-code* region*'],
    ['', 'address-line1* address-line2 city* region postal-code*'],
  ] as const) {
    it(`has the order of ${country || 'an unknown country'}`, () => {
      assert.equal(formOf(country), form);
    });
  }

  for (const [locale, country, form] of [
    ['ja', 'JP', 'postal-code* region* address-line1* address-line2'],
    ['de', 'KR', 'address-line1* address-line2 city* region* postal-code*'],
  ] as const) {
    it(`has the order of ${country} on a page in ${locale}`, () => {
      assert.equal(formOf(country, locale), form);
    });
  }

  it('has each part at most once, and the first line always, in every country', () => {
    const wrong = COUNTRIES.filter((country) =>
      ['en', 'ar', 'ja', 'ko', 'zh'].some((locale) => {
        const parts = addressParts(country, locale);
        return new Set(parts).size < parts.length || !parts.includes('address-line1');
      }),
    );
    assert.deepEqual(wrong, []);
  });
});

describe('localTerm()', () => {
  for (const [part, country, term] of [
    ['region', 'US', 'region_state'],
    ['city', 'GB', 'city_post_town'],
    ['postal-code', 'DE', undefined],
  ] as const) {
    it(`calls the ${part} of ${country || 'no country'} ${term ?? 'as usual'}`, () => {
      assert.equal(localTerm(part, country), term);
    });
  }

  it('has a text for every term', () => {
    const terms = COUNTRIES.flatMap((country) => PARTS.flatMap((part) => localTerm(part, country) ?? []));
    const missing = terms.filter((term) => !Object.hasOwn(ENGLISH, `label_${term}`));
    assert.deepEqual([missing, terms.length > 50], [[], true]);
  });
});

describe('the rules of addresses', () => {
  const address = {
    'address-line1': '1 High St',
    'address-line2': '',
    city: 'Leeds',
    country: 'GB',
    'postal-code': 'LS1 1AA',
  };

  for (const [what, values, problems] of [
    ['a British address', address, {}],
    ['no first line', { ...address, 'address-line1': ' ' }, { 'address-line1': 'address_line1_required' }],
    ['a wrong postal code', { ...address, 'postal-code': '123' }, { 'postal-code': 'postal_code_invalid' }],
    ['a long line', { ...address, 'address-line2': 'x'.repeat(101) }, { 'address-line2': 'address_long' }],
    ['a card number', { ...address, city: '4242-4242 4242 4242' }, { city: 'control_invalid' }],
    [
      'no state in the US',
      { 'address-line1': '1 A St', city: 'X', region: '', country: 'US' },
      { region: 'region_required' },
    ],
    ['no Eircode without an address', { 'postal-code': '', country: 'IE' }, { 'postal-code': 'postal_code_required' }],
  ] as const) {
    it(`find the problems of ${what}`, () => {
      assert.deepEqual(findProblems(values, RULES), problems);
    });
  }

  it('require what the country of the page requires', () => {
    const values = { 'address-line1': '1 A St', city: '', region: '' };
    assert.deepEqual(findProblems(values, { ...RULES, country: 'AE' }), { region: 'region_required' });
  });
});

describe('a payment with an address', () => {
  it('has the address in one member, normalized', () => {
    const values = {
      'cardholder-name': 'Ada Lovelace',
      'address-line1': ' 1  High\tStreet ',
      'address-line2': '',
      city: 'Leeds',
      country: 'GB',
      'postal-code': 'ls11aa',
    };
    assert.deepEqual(customerOf(values), {
      name: 'Ada Lovelace',
      address: { line1: '1 High Street', city: 'Leeds', postal_code: 'LS1 1AA', country: 'GB' },
    });
  });
});

describe('checkLine()', () => {
  for (const line of ['6-10-1 2501-1203', '1-2-3 12-1203 4567 8901', 'Plot 12345/67/89/10/11/12']) {
    it(`accepts ${line}`, () => {
      assert.equal(checkLine(line), undefined);
    });
  }

  for (const line of ['4242424242424242', 'card: 3782 822463 10005 exp 12/30', '４２４２ ４２４２ ４２４２ ４２４２']) {
    it(`refuses the card number in ${line}`, () => {
      assert.equal(checkLine(line), 'control_invalid');
    });
  }
});
