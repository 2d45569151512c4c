import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brandNames, readBrands } from '../../../src/card/brand-names.js';
import { addBrands, knownBrands } from '../../../src/card/brand-table.js';
import { REGIONAL_BRANDS } from '../../../src/card/regional-brands.js';

describe('brandNames()', () => {
  it('returns the identifiers of all brands, the regional ones before they are loaded', () => {
    const before = brandNames();
    addBrands(REGIONAL_BRANDS);
    assert.deepEqual(before.sort(), knownBrands().map(({ id }) => id).sort()); // prettier-ignore
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
