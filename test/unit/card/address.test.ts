import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { addressData } from '../../../tools/write-address-data.js';
import {
  addressParts,
  hasRegions,
  isLocal,
  isPartRequired,
  localTerm,
  withAddressRules,
} from '../../../src/card/address.js';
import { checkLine } from '../../../src/card/address-line.js';
import { COUNTRIES, postalPatterns } from '../../../src/card/countries.js';
import { checkForm, type FormRules, type FormValues } from '../../../src/card/form-rules.js';
import * as optional from '../../../src/card/optional-fields.js';
import { createPaymentRequest } from '../../../src/form/create-request.js';
import { OPTIONAL_ENGLISH } from '../../../src/i18n/optional-messages.js';

const extras = withAddressRules(optional);
const RULES: FormRules = { currency: 'EUR', locale: 'en', extras };
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
    ['CA', 'address-line1* address-line2 city* region* postal-code*'],
    ['GB', 'address-line1* address-line2 city* postal-code*'],
    ['DE', 'address-line1* address-line2 postal-code* city*'],
    ['JP', 'address-line1* address-line2 region* postal-code*'],
    ['BR', 'address-line1* address-line2 city* region* postal-code*'],
    ['HK', 'address-line1* address-line2 city region*'],
    ['IE', 'address-line1* address-line2 city* region postal-code'],
    ['AE', 'address-line1* address-line2 region*'],
    ['IN', 'address-line1* address-line2 city* postal-code* region*'],
    ['SG', 'address-line1* address-line2 postal-code*'],
    ['', 'address-line1* address-line2 city* region postal-code*'],
  ] as const) {
    it(`has the order of ${country || 'an unknown country'}`, () => {
      assert.equal(formOf(country), form);
    });
  }

  for (const [locale, country, form] of [
    ['ja', 'JP', 'postal-code* region* address-line1* address-line2'],
    ['ja-JP', 'JP', 'postal-code* region* address-line1* address-line2'],
    ['zh-Hans', 'CN', 'postal-code* region* city* address-line1* address-line2'],
    ['zh-Hant', 'HK', 'region* city address-line1* address-line2'],
    ['ko', 'KR', 'region* city* address-line1* address-line2 postal-code*'],
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

  it('has every required part in every country', () => {
    const wrong = COUNTRIES.filter((country) =>
      PARTS.some((part) => isPartRequired(part, country) && !addressParts(country, 'en').includes(part)),
    );
    assert.deepEqual(wrong, []);
  });

  it('has the postal code of every country with a known format', () => {
    const wrong = COUNTRIES.filter(
      (country) => postalPatterns(country).length > 0 && !addressParts(country, 'en').includes('postal-code'),
    );
    assert.deepEqual(wrong, []);
  });

  it('has the region of every country with a list of regions', () => {
    const wrong = COUNTRIES.filter((country) => hasRegions(country) && !addressParts(country, 'en').includes('region'));
    assert.deepEqual(wrong, []);
  });
});

describe('isLocal()', () => {
  for (const [country, locale, expected] of [
    ['JP', 'ja', true],
    ['JP', 'en', false],
    ['CN', 'zh-Hans', true],
    ['TW', 'zh-Hant-TW', true],
    ['UA', 'ru', false],
    ['DE', 'de', false],
  ] as const) {
    it(`is ${expected} for ${country} in ${locale}`, () => {
      assert.equal(isLocal(country, locale), expected);
    });
  }
});

describe('localTerm()', () => {
  for (const [part, country, term] of [
    ['region', 'US', 'region_state'],
    ['region', 'CA', 'region_province'],
    ['region', 'JP', 'region_prefecture'],
    ['region', 'KR', 'region_do_si'],
    ['city', 'GB', 'city_post_town'],
    ['city', 'AU', 'city_suburb'],
    ['postal-code', 'US', 'postal_code_zip'],
    ['postal-code', 'IN', 'postal_code_pin'],
    ['postal-code', 'IE', 'postal_code_eircode'],
    ['postal-code', 'DE', undefined],
    ['city', 'DE', undefined],
    ['region', '', undefined],
  ] as const) {
    it(`calls the ${part} of ${country || 'no country'} ${term ?? 'as usual'}`, () => {
      assert.equal(localTerm(part, country), term);
    });
  }

  it('has a text for every term', () => {
    const terms = COUNTRIES.flatMap((country) => PARTS.flatMap((part) => localTerm(part, country) ?? []));
    const missing = terms.filter((term) => !Object.hasOwn(OPTIONAL_ENGLISH, `label_${term}`));
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
    ['no city', { ...address, city: '' }, { city: 'city_required' }],
    ['no postal code', { ...address, 'postal-code': '' }, { 'postal-code': 'postal_code_required' }],
    ['a wrong postal code', { ...address, 'postal-code': '123' }, { 'postal-code': 'postal_code_invalid' }],
    ['a long line', { ...address, 'address-line2': 'x'.repeat(101) }, { 'address-line2': 'address_long' }],
    ['100 characters', { ...address, 'address-line2': 'x'.repeat(100) }, {}],
    ['a card number', { ...address, city: '4242-4242 4242 4242' }, { city: 'control_invalid' }],
    [
      'no state in the US',
      { 'address-line1': '1 A St', city: 'X', region: '', country: 'US' },
      { region: 'region_required' },
    ],
    ['no county in Ireland', { 'address-line1': '1 A St', city: 'X', region: '', country: 'IE' }, {}],
    ['no Eircode', { 'address-line1': '1 A St', city: 'X', 'postal-code': '', country: 'IE' }, {}],
    [
      'a wrong Eircode',
      { 'address-line1': '1 A St', 'postal-code': '1', country: 'IE' },
      { 'postal-code': 'postal_code_invalid' },
    ],
    ['no Eircode without an address', { 'postal-code': '', country: 'IE' }, { 'postal-code': 'postal_code_required' }],
    ['no district in Hong Kong', { 'address-line1': '1 A St', city: '', region: 'Kowloon', country: 'HK' }, {}],
  ] as const) {
    it(`find the problems of ${what}`, () => {
      assert.deepEqual(checkForm(values, RULES), problems);
    });
  }

  it('require what the country of the page requires', () => {
    const values = { 'address-line1': '1 A St', city: '', region: '' };
    assert.deepEqual(checkForm(values, { ...RULES, country: 'AE' }), { region: 'region_required' });
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

  it('has the country of the page if the form has none', () => {
    const values = { 'address-line1': '1 A St', city: 'Springfield', region: 'IL' };
    assert.deepEqual(customerOf(values, { ...RULES, country: 'US' })?.address, {
      line1: '1 A St',
      city: 'Springfield',
      region: 'IL',
      country: 'US',
    });
  });

  it('leaves postal code and country of a form without an address where they were', () => {
    assert.deepEqual(customerOf({ country: 'GB', 'postal-code': 'ls11aa' }), { postal_code: 'LS1 1AA', country: 'GB' });
  });
});

describe('the tables of addresses', () => {
  it('are as tools/write-address-data.ts writes them', async () => {
    const stale = Object.entries(await addressData()).filter(([path, source]) => readFileSync(path, 'utf8') !== source);
    assert.deepEqual(
      stale.map(([path]) => path),
      [],
    );
  });
});

describe('checkLine()', () => {
  for (const line of [
    '6-10-1 2501-1203',
    '1-2-3 12-1203 4567 8901',
    '2001 1234-567 Apt 8901',
    '103-1201, 1234-5 1002',
    'Plot 12345/67/89/10/11/12',
    '100-0001 03-1234-5678',
  ]) {
    it(`accepts ${line}`, () => {
      assert.equal(checkLine(line), undefined);
    });
  }

  for (const line of [
    '4242424242424242',
    '4242 4242 4242 4242',
    '4242-4242-4242-4242, flat 5',
    '221 4242424242424242',
    'card: 3782 822463 10005 exp 12/30',
    '４２４２ ４２４２ ４２４２ ４２４２',
    '6521 0000 0000 0007',
  ]) {
    it(`refuses the card number in ${line}`, () => {
      assert.equal(checkLine(line), 'control_invalid');
    });
  }
});
