import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decideMode } from '../../src/mode.js';
import type { Mode } from '../../src/transport/protocol.js';

type Row = readonly [expected: Mode | undefined, reported: Mode | undefined, what: string];

const said = (mode: Mode | undefined) => mode ?? 'nothing';

describe('test and live: what the page expects, what the proxy says', () => {
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
    it(`the page expects ${said(expected)}, the proxy says ${said(reported)}: ${what}`, () => {
      const { banner, refuse, warn } = decideMode(expected, reported);
      assert.deepEqual(
        { banner, refuse, warn },
        { banner: what.includes('banner'), refuse: what === 'refuse', warn: what.includes('warn') },
      );
    });
  }

  it('the proxy is the authority on the mode, because it holds the key', () => {
    assert.equal(decideMode('live', 'test').mode, 'test');
    assert.equal(decideMode('test', 'live').mode, 'live');
  });

  it('what the page expects is the mode as long as the proxy says nothing', () => {
    assert.equal(decideMode('live', undefined).mode, 'live');
    assert.equal(decideMode(undefined, undefined).mode, undefined);
  });
});
