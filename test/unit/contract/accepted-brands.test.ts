import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import creditCardType from 'credit-card-type';
import { checkCvc } from 'payment-widget/contract/card';
import { acceptedBrand, isRefused } from 'payment-widget/contract/networks';
import { readBrands } from 'payment-widget/contract/brand-names';
import { addBrands } from 'payment-widget/contract/brands';
import { REGIONAL_BRANDS } from 'payment-widget/contract/regional-brands';
import vectors from 'payment-widget-testing/vectors/brands.json' with { type: 'json' };

describe('isRefused()', () => {
  for (const { what, number, brands, refused } of vectors.refused.filter(({ regional }) => !regional)) {
    it(`${refused ? 'refuses' : 'lets through'} ${what} with ${brands.join(' ')}`, () => {
      assert.equal(isRefused(number, brands), refused);
    });
  }

  for (const { what, number, brands, refused } of vectors.refused) {
    it(`${refused ? 'refuses' : 'lets through'} ${what} with ${brands.join(' ')} after the regional brands are loaded`, () => {
      addBrands(REGIONAL_BRANDS);
      assert.equal(isRefused(number, brands), refused);
    });
  }
});

describe('acceptedBrand()', () => {
  for (const { number, brands, brand } of vectors.accepted) {
    it(`is ${brand ?? 'none'} for ${number} with ${brands.join(' ')}`, () => {
      assert.equal(acceptedBrand(number, brands)?.id, brand ?? undefined);
    });
  }

  for (const [digit, brands] of [
    ['6', ['maestro']],
    ['5', ['mastercard', 'maestro']],
  ] as const) {
    it(`is not known yet for ${digit} with ${brands.join(' ')}`, () => {
      assert.equal(acceptedBrand(digit, brands), undefined);
    });
  }

  for (const { type, patterns } of creditCardType('')) {
    it(`is ${type} for each of its numbers, if the shop accepts no other brand`, () => {
      addBrands(REGIONAL_BRANDS);
      const starts = patterns.map((pattern) => String([pattern].flat()[0]));
      const numbers = starts.filter((start) => start !== '6').map((start) => start.padEnd(16, '0'));
      assert.deepEqual(
        numbers.filter((number) => acceptedBrand(number, [type])?.id !== type || isRefused(number, [type])),
        [],
      );
    });
  }
});

describe('an empty security code', () => {
  const isAllowed = (number: string, brands: readonly string[] | undefined) =>
    checkCvc('', acceptedBrand(number, brands)) === undefined;

  for (const { what, number, brands, allowed } of vectors.without_code) {
    it(`is ${allowed ? 'valid' : 'an error'} for ${what}, with ${brands.join(' ')}`, () => {
      assert.equal(isAllowed(number, brands), allowed);
    });
  }

  for (const [name, number, brands] of [
    ['Maestro if the shop names no brands', '6759649826438453', undefined],
    ['no number', '', ['bancontact']],
  ] as const) {
    it(`is an error for ${name}`, () => {
      assert.equal(isAllowed(number, brands), false);
    });
  }
});

describe('readBrands()', () => {
  for (const { given, brands } of vectors.names) {
    it(brands ? `returns ${brands.join(' ')}` : `finds the wrong name "${given.at(-1) ?? ''}"`, () => {
      assert.deepEqual(readBrands(given), brands ? { brands } : { wrong: given.at(-1) });
    });
  }
});
