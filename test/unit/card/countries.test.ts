import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { COUNTRIES, isCountry, numberStart, numberStartOf, postalPatterns } from '../../../src/card/countries.js';

/** ISO 3166-1 alpha-2 and Kosovo. */
const EXPECTED = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ
  BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
  CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ
  DE DJ DK DM DO DZ
  EC EE EG EH ER ES ET
  FI FJ FK FM FO FR
  GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY
  HK HM HN HR HT HU
  ID IE IL IM IN IO IQ IR IS IT
  JE JM JO JP
  KE KG KH KI KM KN KP KR KW KY KZ
  LA LB LC LI LK LR LS LT LU LV LY
  MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ
  NA NC NE NF NG NI NL NO NP NR NU NZ
  OM
  PA PE PF PG PH PK PL PM PN PR PS PT PW PY
  QA
  RE RO RS RU RW
  SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ
  TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ
  UA UG UM US UY UZ
  VA VC VE VG VI VN VU
  WF WS
  XK
  YE YT
  ZA ZM ZW
`
  .trim()
  .split(/\s+/);

describe('COUNTRIES', () => {
  it('lists ISO 3166-1 and Kosovo, each country once', () => {
    assert.deepEqual([...COUNTRIES].sort(), EXPECTED);
  });

  for (const code of ['ZZ', 'UK', 'EU', 'de', 'DEU', '', 'D.', '49', 'DE49', 'E4']) {
    it(`isCountry() rejects "${code}"`, () => {
      assert.equal(isCountry(code), false);
    });
  }

  it('isCountry() accepts DE', () => {
    assert.equal(isCountry('DE'), true);
  });
});

describe('calling code', () => {
  for (const [country, code] of [
    ['DE', '49'],
    ['US', '1'],
    ['JM', '1'],
    ['KZ', '7'],
    ['VA', '39'],
    ['JE', '44'],
    ['XK', '383'],
    ['CW', '599'],
    ['SH', '290'],
    ['ZW', '263'],
    ['ZZ', undefined],
    ['..', undefined],
  ] as const) {
    it(`of ${country} is ${code ?? 'undefined'}`, () => {
      assert.equal(numberStart(country)?.callingCode, code);
    });
  }

  it('of every country has one to three digits', () => {
    assert.deepEqual(
      COUNTRIES.filter((country) => !/^[1-9]\d{0,2}$/.test(numberStart(country)?.callingCode ?? '')),
      [],
    );
  });

  it('is never a prefix of another one', () => {
    const codes = [...new Set(COUNTRIES.map((country) => numberStart(country)?.callingCode ?? ''))];
    assert.deepEqual(
      codes.filter((code) => codes.some((other) => other !== code && other.startsWith(code))),
      [],
    );
  });

  it('determines the trunk prefix', () => {
    assert.deepEqual(
      COUNTRIES.filter((country) => {
        const start = numberStart(country);
        return numberStartOf(start?.callingCode ?? '')?.trunkPrefix !== start?.trunkPrefix;
      }),
      [],
    );
  });

  for (const [digits, code] of [
    ['493012345678', '49'],
    ['14155552671', '1'],
    ['77011234567', '7'],
    ['35312345678', '353'],
    ['2475123', '247'],
    ['881612345678', '881'],
    ['49', '49'],
    ['4', undefined],
    ['999123456', undefined],
    ['210123456', undefined],
    ['0301234567', undefined],
    ['', undefined],
    ['DE49', undefined],
  ] as const) {
    it(`of the number "${digits}" is ${code ?? 'undefined'}`, () => {
      assert.equal(numberStartOf(digits)?.callingCode, code);
    });
  }
});

describe('postalPatterns()', () => {
  for (const [country, patterns] of [
    ['DE', ['00000']],
    ['US', ['00000', '00000-0000']],
    ['LV', ['LV-0000']],
    ['AE', []],
    ['ZZ', []],
    ['', []],
    [' ', []],
  ] as const) {
    it(`returns ${patterns.join(' and ') || 'nothing'} for "${country}"`, () => {
      assert.deepEqual(postalPatterns(country), patterns);
    });
  }
});
