import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatAttempts } from '../../../src/program/commands/operator-command.js';
import type { ListedAttempt } from '../../../src/proxy/index.js';

const ATTEMPT: ListedAttempt = {
  attempt: '3b1f0c9a7d52',
  key: 'k'.repeat(22),
  reference: 'order-1042',
  state: 'unknown',
  since: new Date('2026-03-01T12:00:00.123Z'),
  amount: 4999,
  currency: 'EUR',
};

const cellsOf = (attempt: ListedAttempt) => formatAttempts([attempt]).split('\n')[1]?.split(/ {2,}/);

describe('the table of attempts', () => {
  it('aligns its columns, the oldest attempt first', () => {
    const later = { ...ATTEMPT, reference: 'order-7', state: 'succeeded', since: new Date('2026-03-02') } as const;
    assert.equal(
      formatAttempts([later, ATTEMPT]),
      [
        'STATE      SINCE                 AMOUNT     REFERENCE   ATTEMPT       KEY',
        'unknown    2026-03-01T12:00:00Z  49.99 EUR  order-1042  3b1f0c9a7d52  kkkkkkkkkkkkkkkkkkkkkk',
        'succeeded  2026-03-02T00:00:00Z  49.99 EUR  order-7     3b1f0c9a7d52  kkkkkkkkkkkkkkkkkkkkkk\n',
      ].join('\n'),
    );
  });

  for (const [amount, currency, text] of [
    [5, 'EUR', '0.05 EUR'],
    [4999, 'JPY', '4999 JPY'],
    [1, 'KWD', '0.001 KWD'],
  ] as const) {
    it(`shows ${amount} minor units as ${text}`, () => {
      assert.equal(cellsOf({ ...ATTEMPT, amount, currency })?.[2], text);
    });
  }

  it('shows an attempt without order and price', () => {
    const { reference: _, amount: __, currency: ___, ...rest } = ATTEMPT;
    assert.deepEqual(cellsOf(rest)?.slice(2, 4), ['-', '-']);
  });

  it('does not let a reference change what a terminal shows', () => {
    const reference = 'a\u001b[2J\n\u202e';
    assert.equal(cellsOf({ ...ATTEMPT, reference })?.[3], 'a\\u001b[2J\\n\\u202e');
  });
});
