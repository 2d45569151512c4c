import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getCountries } from 'libphonenumber-js';
import { COUNTRIES, isCountry, numberStart, numberStartOf } from '../../../src/card/countries.js';

/** Of libphonenumber, which has Ascension and Tristan da Cunha, too. */
const PHONE_COUNTRIES: readonly string[] = getCountries().filter((code) => !['AC', 'TA'].includes(code));
const WITHOUT_PHONES = ['AQ', 'BV', 'GS', 'HM', 'PN', 'TF', 'UM'];

describe('COUNTRIES', () => {
  it('lists ISO 3166-1 and Kosovo, each country once', () => {
    assert.deepEqual([...COUNTRIES].sort(), [...PHONE_COUNTRIES, ...WITHOUT_PHONES].sort());
  });

  for (const code of ['ZZ', 'UK', 'EU', 'de', 'DEU', '', 'D.', '49', 'DE49', 'E4']) {
    it(`isCountry() rejects "${code}"`, () => {
      assert.equal(isCountry(code), false);
    });
  }
});

describe('calling code', () => {
  for (const [country, code] of [
    ['US', '1'],
    ['JM', '1'],
    ['VA', '39'],
    ['XK', '383'],
    ['ZZ', undefined],
    ['..', undefined],
  ] as const) {
    it(`of ${country} is ${code ?? 'undefined'}`, () => {
      assert.equal(numberStart(country)?.callingCode, code);
    });
  }

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
    ['35312345678', '353'],
    ['881612345678', '881'],
    ['4', undefined],
    ['0301234567', undefined],
    ['DE49', undefined],
  ] as const) {
    it(`of the number "${digits}" is ${code ?? 'undefined'}`, () => {
      assert.equal(numberStartOf(digits)?.callingCode, code);
    });
  }
});
