import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decideMode, modeError } from '../../../src/settings/mode.js';

describe('decideMode()', () => {
  for (const [expected, reported, mode, ...does] of [
    ['test', 'test', 'test', 'banner'],
    ['test', 'live', 'live', 'refuse'],
    ['test', undefined, 'test', 'banner'],
    ['live', 'test', 'test', 'banner', 'warn'],
    ['live', 'live', 'live'],
    ['live', undefined, 'live'],
    [undefined, 'test', 'test', 'banner'],
    [undefined, 'live', 'live'],
    [undefined, undefined, undefined],
  ] as const) {
    it(`page ${expected ?? 'nothing'}, proxy ${reported ?? 'nothing'}: ${[mode, ...does].join(', ')}`, () => {
      const has = (what: string) => (does as readonly string[]).includes(what);
      const decision = { mode, banner: has('banner'), refuse: has('refuse'), warn: has('warn') };
      assert.deepEqual(decideMode(expected, reported), decision);
    });
  }
});

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
      assert.equal(modeError(decideMode(expected, reported), isSecure)?.code, code);
    });
  }
});
