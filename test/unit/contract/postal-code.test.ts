import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { COUNTRIES } from 'payment-widget/contract/countries';
import { checkPostalCode, normalizePostalCode, postalCodeExample } from 'payment-widget/contract/address';
import { POSTAL_CODE_SAMPLES } from '../../support/postal-code-samples.js';

/** Country, typed, sent. */
const VALID = [
  ['GB', 'gir 0aa', 'GIR 0AA'],
  ['GB', 'BFPO 57', 'BFPO 57'],
  ['MU', '742CU001', '742CU001'],
  ['AR', 'c1070aam', 'C1070AAM'],
  ['CA', 'k1a0b1', 'K1A 0B1'],
  ['DE', 'D-10115', '10115'],
  ['DE', '\u200e10115\ufeff', '10115'],
  ['EG', '٢٣٥١١', '23511'],
  ['FK', 'fiqq1zz', 'FIQQ 1ZZ'],
  ['GB', 'sw1a1aa', 'SW1A 1AA'],
  ['IE', 'd02af30', 'D02 AF30'],
  ['JP', '〒100-0001', '100-0001'],
  ['JP', '１００−０００１', '100-0001'],
  ['KY', 'KY11100', 'KY1-1100'],
  ['LV', '1050', 'LV-1050'],
  ['NL', '1234ab', '1234 AB'],
  ['US', '12345-6789', '12345-6789'],
  ['VG', '1110', 'VG1110'],
] as const;

const maybeCountry = fc.option(fc.constantFrom(...COUNTRIES), { nil: undefined });
const anyText = fc.oneof(
  fc.stringMatching(/^[ A-Za-z\d-]{0,10}$/),
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.nat(0x10ffff).map((code) => String.fromCodePoint(code)) }),
);

describe('the samples of libaddressinput', () => {
  for (const [country, samples] of Object.entries(POSTAL_CODE_SAMPLES)) {
    it(`of ${country} are accepted`, () => {
      assert.deepEqual(samples.filter((sample) => checkPostalCode(sample, country)), []); // prettier-ignore
    });
  }
});

describe('postal codes by country', () => {
  for (const [country, typed, sent] of VALID) {
    it(`accept ${typed} in ${country} and send ${sent}`, () => {
      assert.deepEqual([checkPostalCode(typed, country), normalizePostalCode(typed, country)], [undefined, sent]);
    });
  }
});

describe('checkPostalCode() accepts', () => {
  for (const [what, typed, country] of [
    ['an empty value in a country without postal codes', '', 'AE'],
    ['a placeholder in a country without postal codes', 'N/A', 'HK'],
    ['digits without a country', '12345', undefined],
    ['digits and a dash with an unknown country', '12345-6789', 'ZZ'],
  ] as const) {
    it(what, () => {
      assert.equal(checkPostalCode(typed, country), undefined);
    });
  }
});

describe('checkPostalCode() rejects', () => {
  for (const [what, typed, country, problem] of [
    ['an empty value', '', 'DE', 'postal_code_required'],
    ['one digit too few', '1011', 'DE', 'postal_code_invalid'],
    ['a code and a town', '10115 Berlin', 'DE', 'postal_code_invalid'],
    ['a prefix of four letters', 'CODE 10115', 'DE', 'postal_code_invalid'],
    ['eleven characters without a country', '12345678901', undefined, 'postal_code_unlikely'],
    ['eleven characters in a country without postal codes', '12345678901', 'AE', 'postal_code_unlikely'],
  ] as const) {
    it(`${what}: ${problem}`, () => {
      assert.equal(checkPostalCode(typed, country), problem);
    });
  }
});

describe('normalizePostalCode()', () => {
  it('returns capitals and keeps separators without a country', () => {
    assert.equal(normalizePostalCode(' sw1a   1aa '), 'SW1A 1AA');
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(anyText, maybeCountry, (typed, country) => {
        const sent = normalizePostalCode(typed, country);
        assert.equal(normalizePostalCode(sent, country), sent);
      }),
      {
        examples: [
          ['〶', undefined],
          ['i\u0307', undefined],
        ],
      },
    );
  });
});

describe('postalCodeExample()', () => {
  for (const [country, example] of [
    ['DE', '12345'],
    ['GB', 'AB12 3CD'],
    ['LV', 'LV-1234'],
    ['IR', '12345-67890'],
    ['AE', undefined],
  ] as const) {
    it(`returns ${example ?? 'nothing'} for ${country}`, () => {
      assert.equal(postalCodeExample(country), example);
    });
  }

  it('returns a valid, normalized code in every country', () => {
    const wrong = COUNTRIES.filter((country) => {
      const example = postalCodeExample(country);
      if (example === undefined) return false;
      return checkPostalCode(example, country) !== undefined || normalizePostalCode(example, country) !== example;
    });
    assert.deepEqual(wrong, []);
  });
});
