import assert from 'node:assert/strict';
import { it } from 'node:test';
import luhn10 from 'card-validator/dist/luhn-10.js';
import fc from 'fast-check';
import { isLuhn } from '../../../src/card/card.js';

it('isLuhn() agrees with card-validator', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,18}$/, { size: 'max' }), (digits) => {
      const endings = Array.from('0123456789', (check) => digits + check);
      assert.deepEqual(endings.filter(isLuhn), endings.filter(luhn10));
    }),
  );
});
