import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { COUNTRIES } from '../../../src/payment/countries.js';
import { checkPostalCode, normalizePostalCode, postalCodeExample } from '../../../src/payment/postal-code.js';

/** Country, what people type, what is sent. */
const TAKEN = [
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
  fc.string({ unit: 'binary' }),
);

describe('postal codes that are taken', () => {
  for (const [country, typed] of TAKEN) {
    it(`${country}: ${typed}`, () => {
      assert.equal(checkPostalCode(typed, country), undefined);
    });
  }

  for (const [what, typed, country] of [
    ['none, where there are none', '', 'AE'],
    ['a stop-gap, where there are none', 'N/A', 'HK'],
    ['zeros, where there are none', '0000000000', 'AO'],
    ['none, where hardly anybody knows theirs', '', 'CL'],
    ['any, where hardly anybody knows theirs', '8320000', 'CL'],
    ['digits, while the country is not known', '12345', undefined],
    ['letters, while the country is not known', 'SW1A 1AA', undefined],
    ['digits and a dash, in a country that does not exist', '12345-6789', 'ZZ'],
    ['two signs, while the country is not known', '12', undefined],
  ] as const) {
    it(what, () => {
      assert.equal(checkPostalCode(typed, country), undefined);
    });
  }
});

describe('postal codes that are not taken', () => {
  for (const [what, typed, country, problem] of [
    ['none', '', 'DE', 'postal_code_required'],
    ['nothing but separators', ' - ', 'DE', 'postal_code_required'],
    ['none, while the country is not known', '', undefined, 'postal_code_required'],
    ['a digit too few', '1011', 'DE', 'postal_code_invalid'],
    ['a digit too many', '101155', 'DE', 'postal_code_invalid'],
    ['a town', 'Berlin', 'DE', 'postal_code_invalid'],
    ['a code and a town', '10115 Berlin', 'DE', 'postal_code_invalid'],
    ['four letters in front', 'CODE 10115', 'DE', 'postal_code_invalid'],
    ['an American code in Britain', '12345', 'GB', 'postal_code_invalid'],
    ['half a British code', 'SW1A', 'GB', 'postal_code_invalid'],
    ['a letter for a digit', 'K1A OB1', 'CA', 'postal_code_invalid'],
    ['half of the digits after the dash', '12345-67', 'US', 'postal_code_invalid'],
    ['four digits where there are seven by now', '1000', 'PT', 'postal_code_invalid'],
    ['one sign, while the country is not known', '1', undefined, 'postal_code_unlikely'],
    ['eleven signs, while the country is not known', '12345678901', undefined, 'postal_code_unlikely'],
    ['a sign that no code has, while the country is not known', '123#45', undefined, 'postal_code_unlikely'],
    ['eleven signs, where there are none', '12345678901', 'AE', 'postal_code_unlikely'],
  ] as const) {
    it(`${what}: ${problem}`, () => {
      assert.equal(checkPostalCode(typed, country), problem);
    });
  }
});

describe('what is sent', () => {
  for (const [country, typed, sent] of TAKEN) {
    it(`${country}: ${typed} is sent as ${sent}`, () => {
      assert.equal(normalizePostalCode(typed, country), sent);
    });
  }

  it('without a country, in capitals and with the separators typed', () => {
    assert.equal(normalizePostalCode(' sw1a   1aa '), 'SW1A 1AA');
  });

  it('without a country, dashes become plain ones', () => {
    assert.equal(normalizePostalCode('12345 – 6789'), '12345-6789');
  });

  it('where there are no codes, as it was typed', () => {
    assert.equal(normalizePostalCode('N/A', 'AE'), 'N/A');
  });

  it('is sent the same when it is written again', () => {
    fc.assert(
      fc.property(anyText, maybeCountry, (typed, country) => {
        const sent = normalizePostalCode(typed, country);
        assert.equal(normalizePostalCode(sent, country), sent);
      }),
      {
        numRuns: 5000,
        examples: [
          ['〶', undefined],
          ['i\u0307', undefined],
        ],
      },
    );
  });

  it('has the same problem as what was typed', () => {
    fc.assert(
      fc.property(anyText, maybeCountry, (typed, country) => {
        assert.equal(checkPostalCode(normalizePostalCode(typed, country), country), checkPostalCode(typed, country));
      }),
      { numRuns: 1000 },
    );
  });

  it('does not depend on separators, wherever they are', () => {
    const separators = fc.array(fc.constantFrom('', ' ', '-', '–', '\u00a0', '\u200b'), {
      minLength: 12,
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.constantFrom(...TAKEN), separators, ([country, , sent], between) => {
        const spread = Array.from(sent, (sign, index) => sign + (between[index] ?? '')).join('');
        assert.equal(normalizePostalCode(spread, country), sent);
      }),
    );
  });
});

describe('examples', () => {
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
    it(`${country}: ${example ?? 'none'}`, () => {
      assert.equal(postalCodeExample(country), example);
    });
  }

  it('without a country there is none', () => {
    assert.equal(postalCodeExample(), undefined);
  });

  for (const country of COUNTRIES) {
    const example = postalCodeExample(country);
    if (example === undefined) continue;
    it(`${country}: ${example} is what would be sent`, () => {
      assert.equal(normalizePostalCode(example, country), example);
    });
    it(`${country}: ${example} is right`, () => {
      assert.equal(checkPostalCode(example, country), undefined);
    });
  }
});

describe('whether a code is needed', () => {
  for (const [what, country, needed] of [
    ['in Germany', 'DE', true],
    ['in the Emirates', 'AE', false],
    ['in Chile, where hardly anybody knows theirs', 'CL', false],
    ['in a country that does not exist', 'ZZ', true],
    ['while the country is not known', undefined, true],
  ] as const) {
    it(`${needed ? 'yes' : 'no'}, ${what}`, () => {
      assert.equal(checkPostalCode('', country) !== undefined, needed);
    });
  }
});
