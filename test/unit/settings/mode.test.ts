import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decideMode, modeError } from '../../../src/settings/mode.js';
import type { Mode } from '../../../src/contract/protocol.js';

type Row = readonly [expected: Mode | undefined, reported: Mode | undefined, what: string];

const nameOf = (mode: Mode | undefined) => mode ?? 'no mode';

describe('decideMode()', () => {
  const table: readonly Row[] = [
    ['test', 'test', 'banner'],
    ['test', 'live', 'refuse'],
    ['test', undefined, 'banner'],
    ['live', 'test', 'banner and warn'],
    ['live', 'live', 'nothing'],
    ['live', undefined, 'nothing'],
    [undefined, 'test', 'banner'],
    [undefined, 'live', 'nothing'],
    [undefined, undefined, 'nothing'],
  ];

  for (const [expected, reported, what] of table) {
    it(`decides if the page expects ${nameOf(expected)} and the proxy reports ${nameOf(reported)}: ${what}`, () => {
      const { banner, refuse, warn } = decideMode(expected, reported);
      assert.deepEqual(
        { banner, refuse, warn },
        { banner: what.includes('banner'), refuse: what === 'refuse', warn: what.includes('warn') },
      );
    });
  }

  it('prefers the mode of the proxy, which holds the API key', () => {
    assert.equal(decideMode('live', 'test').mode, 'test');
    assert.equal(decideMode('test', 'live').mode, 'live');
  });

  it('uses the mode of the page until the proxy reports one', () => {
    assert.equal(decideMode('live', undefined).mode, 'live');
    assert.equal(decideMode(undefined, undefined).mode, undefined);
  });
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
    const page = `${isSecure ? 'a secure' : 'an insecure'} page that expects ${nameOf(expected)}`;
    it(`returns ${code ?? 'nothing'} on ${page} if the proxy reports ${nameOf(reported)}`, () => {
      assert.equal(modeError(decideMode(expected, reported), isSecure)?.code, code);
    });
  }
});
