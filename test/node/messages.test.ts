import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FAILURE_MESSAGES, fill, resultKey } from '../../src/messages.js';
import { ALL_ENGLISH } from '../support/english.js';

const values = { amount: () => '€5', expiry_example: () => '04 / 30' };

describe('filling in a text', () => {
  it('puts each value where its name stands', () => {
    assert.equal(fill('Pay {amount} by {expiry_example}.', values), 'Pay €5 by 04 / 30.');
  });

  it('leaves a name that has no value', () => {
    assert.equal(fill('Pay {amounts}', values), 'Pay {amounts}');
  });

  it('asks for no value that does not stand there', () => {
    const fails = () => assert.fail('it was asked for');
    assert.equal(fill('Pay', { amount: fails }), 'Pay');
  });

  for (const [script, text] of [
    ['Arabic', 'مثل {expiry_example}'],
    ['Hebrew', 'למשל {expiry_example}'],
  ] as const) {
    it(`sets a value apart in a text in ${script} letters, so that it keeps its order`, () => {
      assert.match(fill(text, values), /\u206804 \/ 30\u2069$/);
    });
  }

  it('fills in no text that has another {…}', () => {
    const known = /^(amount|reference|time|wait|(min|max)_amount|(amount|expiry|phone|postal_code)_example)$/;
    const names = Object.values(ALL_ENGLISH).flatMap((text) =>
      [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    );
    assert.deepEqual(
      names.filter((name) => !known.test(name ?? '')),
      [],
    );
  });
});

describe('what a shopper reads about a failure', () => {
  it('says that nothing was charged, unless the order is being paid elsewhere', () => {
    const silent = Object.values(FAILURE_MESSAGES).filter((key) => !ALL_ENGLISH[key].includes('Nothing was charged.'));
    assert.deepEqual(silent, ['failed_other_window']); // what happens there nobody knows here
  });
});

describe('what a shopper reads about a payment that may have been made', () => {
  for (const state of ['paid', 'pending', 'unknown'] as const) {
    for (const isFollowing of [true, false]) {
      it(`${state}, ${isFollowing ? 'asked about' : 'at its end'}: names an amount when there is one`, () => {
        const textOf = (amount: number | undefined) => ALL_ENGLISH[resultKey(state, { isFollowing, amount })];
        assert.deepEqual([textOf(4999).includes('{amount}'), textOf(undefined).includes('{amount}')], [true, false]);
      });
    }
  }
});
