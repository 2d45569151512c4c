import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isRefused } from '../../../src/contract/networks.js';
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
  ] as const) {
    it(`lets ${name} through with ${brands}`, () => {
      assert.equal(refused(number, brands), false);
    });
  }

  for (const [name, number, brands] of [
    ['Discover', '6522000000000007', 'visa mastercard'],
    ['Discover', DISCOVER, 'visa mastercard rupay'],
    ['Mastercard', MASTERCARD, 'visa elo'],
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
  });
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
