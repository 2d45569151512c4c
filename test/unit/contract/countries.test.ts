import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getCountries } from 'libphonenumber-js';
import { COUNTRIES, isCountry, numberStart, numberStartOf } from 'payment-widget/contract/countries';

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
