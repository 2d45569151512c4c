import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkPan, warnPan } from '../../../src/payment/card.js';
import { isTestNumber } from '../../../src/payment/test-numbers.js';

describe('a number that services publish for tests', () => {
  for (const pan of [
    '4242424242424242',
    '4111 1111 1111 1111',
    '5555555555554444',
    '378282246310005',
    '4000000000000119',
  ]) {
    it(`${pan} gets a hint in live mode`, () => {
      assert.equal(warnPan(pan, isTestNumber), 'card_number_test');
    });

    it(`${pan} gets none in test mode`, () => {
      assert.equal(warnPan(pan), undefined);
    });

    it(`${pan} is no error`, () => {
      assert.equal(checkPan(pan), undefined);
    });
  }

  it('is not any other number', () => {
    assert.deepEqual(['4539578763621486', '5500005555555559', '424242424242424'].filter(isTestNumber), []);
  });
});
