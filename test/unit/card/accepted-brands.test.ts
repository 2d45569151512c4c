import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isRefused } from '../../../src/card/accepted-brands.js';
import { addBrands } from '../../../src/card/brand-table.js';
import { DOMESTIC_NETWORKS } from '../../../src/card/brand-names.js';
import { REGIONAL_BRANDS } from '../../../src/card/regional-brands.js';

const VISA = '4242424242424242';
const MASTERCARD = '5555555555554444';
const AMEX = '378282246310005';
const DISCOVER = '6011111111111117';
const JCB = '3566002020360505';
const UNIONPAY = '6200000000000005';

const refused = (number: string, brands: string) => isRefused(number, brands.split(' '));

describe('isRefused()', () => {
  for (const [name, number, brands] of [
    ['RuPay, in a range of Discover', '6522000000000007', 'visa mastercard rupay'],
    ['RuPay, at the end of that range', '6529999999999999', 'visa mastercard rupay'],
    ['RuPay, in a range of Maestro', '5085000000000000', 'visa mastercard rupay'],
    ['RuPay, in a range of UnionPay', '8172000000000000', 'visa mastercard rupay'],
    ['RuPay with JCB', '3530111333300000', 'visa rupay'],
    ['Bancontact with Maestro', '6703444444444449', 'visa bancontact'],
    ['Bancontact with Visa', '4796000000000000', 'mastercard bancontact'],
    ['Cartes Bancaires with Visa', VISA, 'cartes-bancaires'],
    ['Dankort', '5019717010103742', 'visa dankort'],
    ['mada with Mastercard', '5297410000000000', 'visa mada'],
    ['girocard with JCB', JCB, 'girocard'],
    ['Elo in a range of Visa', '4011780000000000', 'visa'],
    ['Elo in a range that the table lacks', '6504400000000000', 'visa elo'],
    ['Naranja in a range of Mastercard', '5275720000000000', 'mastercard'],
    ['Troy, which Discover accepts', '6500520000000000', 'discover'],
    ['UnionPay, which Discover accepts', '6221260000000000', 'discover'],
    ['Verve in a range of Discover', '6500021234567890', 'verve'],
  ] as const) {
    it(`lets ${name} through with ${brands}`, () => {
      assert.equal(refused(number, brands), false);
    });
  }

  for (const [name, number, brands] of [
    ['Discover', '6522000000000007', 'visa mastercard'],
    ['Discover', DISCOVER, 'visa mastercard rupay'],
    ['Discover', DISCOVER, 'visa maestro'],
    ['Visa', VISA, 'mastercard rupay'],
    ['Mastercard', MASTERCARD, 'visa elo'],
    ['UnionPay', UNIONPAY, 'visa maestro'],
    ['JCB', JCB, 'visa mastercard elo'],
  ] as const) {
    it(`refuses ${name} with ${brands}`, () => {
      assert.equal(refused(number, brands), true);
    });
  }

  for (const network of DOMESTIC_NETWORKS) {
    it(`refuses American Express with ${network}`, () => {
      assert.equal(refused(AMEX, `visa mastercard ${network}`), true);
    });
  }

  it('gives the same result after the regional brands are loaded', () => {
    addBrands(REGIONAL_BRANDS);
    assert.equal(refused('6500520000000000', 'discover'), false);
    assert.equal(refused('4011780000000000', 'visa'), false);
    assert.equal(refused('6362970000457013', 'elo'), false);
    assert.equal(refused('6362970000457013', 'visa'), true);
    assert.equal(refused(MASTERCARD, 'visa elo'), true);
  });
});
