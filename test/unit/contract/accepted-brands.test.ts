import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import creditCardType from 'credit-card-type';
import { checkCvc } from '../../../src/contract/card.js';
import { acceptedBrand, isRefused } from '../../../src/contract/networks.js';
import { readBrands } from '../../../src/contract/brand-names.js';
import { addBrands } from '../../../src/contract/brands.js';
import { REGIONAL_BRANDS } from '../../../src/contract/regional-brands.js';

const VISA = '4242424242424242';
const MASTERCARD = '5555555555554444';
const AMEX = '378282246310005';
const DISCOVER = '6011111111111117';

const refused = (number: string, brands: string) => isRefused(number, brands.split(' '));

describe('isRefused()', () => {
  for (const [name, number, brands] of [
    ['RuPay, in a range of Discover', '6522000000000007', 'visa mastercard rupay'],
    ['Bancontact with Visa', '4796000000000000', 'mastercard bancontact'],
    ['Cartes Bancaires with Visa', VISA, 'cartes-bancaires'],
    ['Elo in a range of Visa', '4011780000000000', 'visa'],
    ['Troy, which Discover accepts', '6500520000000000', 'discover'],
    ['Verve in a range of Discover', '6500021234567890', 'verve'],
    ['Mastercard in a range of Maestro', '5031433215406351', 'visa mastercard amex'],
    ['Mastercard in another range of Maestro', '5602210000000000', 'mastercard'],
    ['UnionPay, which Discover accepts', '6240008631401148', 'discover'],
    ['Bancontact in a range of Maestro', '6703444444444449', 'bancontact'],
  ] as const) {
    it(`lets ${name} through with ${brands}`, () => {
      assert.equal(refused(number, brands), false);
    });
  }

  for (const [name, number, brands] of [
    ['Discover', '6522000000000007', 'visa mastercard'],
    ['Discover', DISCOVER, 'visa mastercard rupay'],
    ['Mastercard', MASTERCARD, 'visa elo'],
    ['Maestro, in a range without Mastercards', '6759649826438453', 'visa mastercard'],
    ['American Express, which has no co-badged cards', AMEX, 'visa mastercard girocard'],
  ] as const) {
    it(`refuses ${name} with ${brands}`, () => {
      assert.equal(refused(number, brands), true);
    });
  }

  it('gives the same result after the regional brands are loaded', () => {
    addBrands(REGIONAL_BRANDS);
    assert.equal(refused('6500520000000000', 'discover'), false);
    assert.equal(refused('4011780000000000', 'visa'), false);
    assert.equal(refused('6362970000457013', 'visa'), true);
    assert.equal(refused('5060990000000009', 'visa mastercard'), true); // Verve
    assert.equal(refused('5895620000000002', 'visa mastercard'), true); // Naranja
  });
});

describe('acceptedBrand()', () => {
  const brandOf = (number: string, brands: string) => acceptedBrand(number, brands.split(' '))?.id;

  for (const [number, brands, expected] of [
    ['5031433215406351', 'visa mastercard amex', 'mastercard'],
    ['5031433215406351', 'visa mastercard maestro', 'maestro'],
    ['6522000000000007', 'visa rupay', 'rupay'],
    ['6703444444444449', 'visa bancontact', 'bancontact'],
    ['6703444444444449', 'visa', 'maestro'],
    ['6074000000000008', 'maestro', 'maestro'],
    ['6074000000000008', 'maestro rupay', 'rupay'],
    ['6074000000000008', 'visa', undefined],
    ['6', 'maestro', undefined],
    ['5', 'mastercard maestro', undefined],
    [VISA, 'cartes-bancaires', 'visa'],
  ] as const) {
    it(`is ${expected} for ${number} with ${brands}`, () => {
      assert.equal(brandOf(number, brands), expected);
    });
  }

  for (const { type, patterns } of creditCardType('')) {
    it(`is ${type} for each of its numbers, if the shop accepts no other brand`, () => {
      addBrands(REGIONAL_BRANDS);
      const starts = patterns.map((pattern) => String([pattern].flat()[0]));
      const numbers = starts.filter((start) => start !== '6').map((start) => start.padEnd(16, '0'));
      assert.deepEqual(
        numbers.filter((number) => brandOf(number, type) !== type || refused(number, type)),
        [],
      );
    });
  }
});

describe('an empty security code', () => {
  const isAllowed = (number: string, brands: string | undefined) =>
    checkCvc('', acceptedBrand(number, brands?.split(' '))) === undefined;

  for (const [name, number, brands] of [
    ['Bancontact', '6703444444444449', 'bancontact'],
    ['Bancontact beside other brands', '67030000000000003', 'visa mastercard bancontact'],
    ['Bancontact without a prefix of Maestro', '6060050000000006', 'bancontact'],
    ['Maestro', '6759649826438453', 'visa maestro'],
    ['Maestro that only its first digit tells', '6074000000000008', 'maestro'],
  ] as const) {
    it(`is valid for ${name}`, () => {
      assert.equal(isAllowed(number, brands), true);
    });
  }

  for (const [name, number, brands] of [
    ['Maestro if the shop names no brands', '6759649826438453', undefined],
    ['Maestro if the shop does not name it', '6759649826438453', 'visa mastercard'],
    ['Visa', VISA, 'visa bancontact maestro'],
    ['Bancontact with the number of a Visa', '4796580000000000', 'bancontact'],
    ['Mastercard in a range of Maestro', '5031433215406351', 'mastercard bancontact'],
    ['RuPay beside Maestro', '6074000000000008', 'maestro rupay'],
    ['no number', '', 'bancontact'],
  ] as const) {
    it(`is an error for ${name}`, () => {
      assert.equal(isAllowed(number, brands), false);
    });
  }
});

describe('readBrands()', () => {
  it('returns identifiers in the given order, each once', () => {
    assert.deepEqual(readBrands(['amex', 'visa', 'american-express', 'diners', 'elo']), {
      brands: ['american-express', 'visa', 'diners-club', 'elo'],
    });
  });

  for (const wrong of ['Visa', 'visa-card', '', 'constructor']) {
    it(`finds the wrong name "${wrong}"`, () => {
      assert.deepEqual(readBrands(['visa', wrong]), { wrong });
    });
  }
});
