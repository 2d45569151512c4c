import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSameHash, toHex } from '../../../src/proxy/bytes.js';

describe('hashes', () => {
  for (const [one, other, isSame] of [
    ['0a1b', '0a1b', true],
    ['0a1b', '1a1b', false],
    ['0a1b', '0a1c', false],
    ['0a1b', '0a1', false],
    ['0a', '0a0a', false],
    ['0a1b', '', false],
    ['', '0a1b', false],
    ['', '', true],
  ] as const) {
    it(`"${one}" and "${other}" are ${isSame ? 'the same' : 'two'}`, () => {
      assert.equal(isSameHash(one, other), isSame);
    });
  }

  it('are written with two digits for each byte', () => {
    assert.equal(toHex(Uint8Array.of(0, 10, 255)), '000aff');
  });
});
