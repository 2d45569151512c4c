import assert from 'node:assert/strict';
import { it } from 'node:test';
import luhn10 from 'card-validator/dist/luhn-10.js';
import fc from 'fast-check';
import { isLuhn } from '../../../src/payment/luhn.js';

it('a number has a right check digit when the library says so', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,18}$/, { size: 'max' }), (digits) => {
      const endings = Array.from('0123456789', (check) => digits + check);
      assert.deepEqual(endings.filter(isLuhn), endings.filter(luhn10));
    }),
    { numRuns: 1000 },
  );
});
