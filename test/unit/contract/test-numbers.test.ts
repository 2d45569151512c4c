import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkPan, warnPan } from '../../../src/card/card.js';
import { isTestNumber } from '../../../src/contract/test-numbers.js';

describe('isTestNumber()', () => {
  for (const pan of [
    '4242424242424242',
    '4111 1111 1111 1111',
    '5555555555554444',
    '378282246310005',
    '4000000000000119',
  ]) {
    it(`makes ${pan} a warning, not an error, in live mode only`, () => {
      assert.deepEqual(
        [warnPan(pan, isTestNumber), warnPan(pan), checkPan(pan)],
        ['card_number_test', undefined, undefined],
      );
    });
  }

  it('returns false for other numbers', () => {
    assert.deepEqual(['4539578763621486', '5500005555555559', '424242424242424'].filter(isTestNumber), []);
  });
});
