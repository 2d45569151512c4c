import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { modeError } from '../../../src/payment/proxy-client.js';

describe('modeError()', () => {
  for (const [expected, reported, isSecure, code] of [
    ['test', 'live', true, 'mode_mismatch'],
    [undefined, 'live', false, 'insecure_context'],
    ['live', undefined, false, 'insecure_context'],
    [undefined, 'live', true, undefined],
    ['test', 'test', false, undefined],
    [undefined, undefined, false, undefined],
  ] as const) {
    it(`page ${expected ?? 'nothing'}, proxy ${reported ?? 'nothing'}, secure ${isSecure}: ${code ?? 'none'}`, () => {
      assert.equal(modeError(expected, reported, isSecure)?.code, code);
    });
  }
});
