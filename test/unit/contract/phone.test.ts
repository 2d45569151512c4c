import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { getExampleNumber, type CountryCode } from 'libphonenumber-js';
import examples from 'libphonenumber-js/examples.mobile.json';
import { COUNTRIES } from 'payment-widget/contract/countries';
import { checkPhone, parsePhone } from 'payment-widget/contract/contact';

const anyDigits = (minLength: number, maxLength: number) =>
  fc.stringMatching(new RegExp(`^\\d{${minLength},${maxLength}}$`), { size: 'max' });
const typedPhone = fc
  .tuple(fc.constantFrom('', '+', '00', '011', 'tel:', '+49', '+1', '+39', '0', '8', '06', '+7'), anyDigits(0, 16))
  .map((parts) => parts.join(''));
const maybeCountry = fc.option(fc.constantFrom(...COUNTRIES), { nil: undefined });

describe('international phone numbers', () => {
  for (const [what, typed, sent] of [
    ['with spaces', '+49 30 1234 5678', '+493012345678'],
    ['with invisible characters', '\u202a+49\u00a030\u200b1234\u20605678\u202c', '+493012345678'],
    ['in full-width characters', '＋８１　３−１２３４−５６７８', '+81312345678'],
    ['dialled with 00', '0049 30 12345678', '+493012345678'],
    ['with a bracketed zero', '+49 (0)30 123456', '+4930123456'],
    ['from Italy, where the zero is part of the number', '+39 06 1234 5678', '+390612345678'],
    ['from Hungary with the trunk prefix 06', '+36 (06) 1 234 5678', '+3612345678'],
    ['from Saint Petersburg, where 8 is part of the number', '+7 812 123-45-67', '+78121234567'],
    ['from Lithuania with the former trunk prefix 8', '+370 (8 5) 266 2707', '+37052662707'],
    ['from North America with 1 twice', '+1 1 415 555 2671', '+14155552671'],
    ['with 15 digits, the maximum', '+49 1234567890123', '+491234567890123'],
  ] as const) {
    it(`are read ${what}: ${typed}`, () => {
      assert.equal(parsePhone(typed), sent);
    });
  }

  it('are read with the prefix 011 in North America', () => {
    assert.equal(parsePhone('011 49 30 12345678', 'CA'), '+493012345678');
  });
});

describe("libphonenumber's sample numbers", () => {
  for (const country of COUNTRIES) {
    const sample = getExampleNumber(country as CountryCode, examples);
    if (!sample) continue;
    const { number } = sample;
    it(`of ${country} are read as they are written there and abroad`, () => {
      const typed = [
        sample.formatNational(),
        sample.nationalNumber,
        sample.formatInternational(),
        sample.getURI(),
        number,
      ];
      const read = typed.map((text) => parsePhone(text, country));
      assert.deepEqual(read, typed.map(() => number)); // prettier-ignore
    });
  }
});

describe('national phone numbers', () => {
  for (const [country, typed, sent] of [
    ['AR', '011 15-2345-6789', '+5491123456789'],
    ['AR', '011 2345-6789', '+541123456789'],
    ['MX', '+52 1 55 1234 5678', '+525512345678'],
    ['CO', '03 321 123 4567', '+573211234567'],
    ['MH', '1-235-1234', '+6922351234'],
    ['DK', '45 12 34 56', '+4545123456'],
    ['RU', '8 10 49 30 123456', '+4930123456'],
    ['AU', '0011 49 30 123456', '+4930123456'],
    ['RU', '8 (495) 123-45-67', '+74951234567'],
    ['LT', '8 612 34567', '+37061234567'],
    ['HU', '06 1 234 5678', '+3612345678'],
  ] as const) {
    it(`of ${country}: ${typed} is ${sent}`, () => {
      assert.equal(parsePhone(typed, country), sent);
    });
  }
});

describe('checkPhone() rejects', () => {
  for (const [what, typed, country, problem] of [
    ['an empty value', '', 'DE', 'phone_required'],
    ['letters', '+49 30 CALL ME', undefined, 'phone_letters'],
    ['a national number without a country', '030 123456', undefined, 'phone_country_code'],
    [
      'a calling code without its plus sign, which may be the start of a national number',
      '49 30 123456',
      'DE',
      'phone_country_code',
    ],
    ['an unknown calling code', '+999 123 4567', 'DE', 'phone_country_code'],
    ['an at sign', '+49@30123456', undefined, 'phone_invalid'],
    ['one digit too few', '+49 3012', undefined, 'phone_short'],
    ['one digit too many', '+49 12345678901234', undefined, 'phone_long'],
    ['a missing area code in North America', '555-2671', 'US', 'phone_short'],
    ['an area code that starts with 1 in North America', '+1 115 555 2671', undefined, 'phone_invalid'],
    ['an area code that starts with 0 in North America', '(055) 555-2671', 'US', 'phone_invalid'],
  ] as const) {
    it(`${what}: ${problem}`, () => {
      assert.equal(checkPhone(typed, country), problem);
    });
  }

  it('exactly the text that parsePhone() cannot read', () => {
    fc.assert(
      fc.property(
        fc.oneof(typedPhone, fc.string(), fc.string({ unit: 'grapheme' })),
        maybeCountry,
        (typed, country) => {
          assert.notEqual(parsePhone(typed, country) === undefined, checkPhone(typed, country) === undefined);
        },
      ),
    );
  });
});

describe('parsePhone()', () => {
  it('reads its own result the same in any country', () => {
    fc.assert(
      fc.property(typedPhone, maybeCountry, maybeCountry, (typed, country, other) => {
        const sent = parsePhone(typed, country);
        fc.pre(sent !== undefined);
        assert.equal(parsePhone(sent, other), sent);
      }),
    );
  });
});
