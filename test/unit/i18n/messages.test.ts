import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unknownPlaceholder } from '../../../src/i18n/check-messages.js';
import { FAILURE_MESSAGES, failureKey, fill, resultKey } from '../../../src/i18n/messages.js';
import { ALL_ENGLISH } from '../../support/english.js';

const values = { amount: () => '€5', expiry_example: () => '04 / 30' };

describe('fill()', () => {
  it('replaces placeholders by values', () => {
    assert.equal(fill('Pay {amount} by {expiry_example}.', values), 'Pay €5 by 04 / 30.');
  });

  it('keeps a placeholder without a value', () => {
    assert.equal(fill('Pay {amounts}', values), 'Pay {amounts}');
  });

  it('does not compute values that the text does not use', () => {
    const fails = () => assert.fail('computed');
    assert.equal(fill('Pay', { amount: fails }), 'Pay');
  });

  for (const [script, text] of [
    ['Arabic', 'مثل {expiry_example}'],
    ['Hebrew', 'למשל {expiry_example}'],
  ] as const) {
    it(`isolates values in ${script} text, so that they keep their order`, () => {
      assert.match(fill(text, values), /\u206804 \/ 30\u2069$/);
    });
  }

  it('has a value for every placeholder of the messages', () => {
    assert.deepEqual(
      Object.values(ALL_ENGLISH).filter((text) => unknownPlaceholder(text) !== undefined),
      [],
    );
  });
});

describe('failure messages', () => {
  for (const [message, codes] of [
    ['You are offline.', ['offline']],
    ['This order is already being paid in another tab.', ['order_in_progress']],
    ['Your card was declined.', ['declined']],
    ['Too many payments right now.', ['rate_limited']],
    ['The price is now {amount}.', ['amount_changed']],
    ['This page is too old.', ['order_token_expired']],
    ['The payment didn’t go through.', ['invalid_request']],
    ['Something went wrong.', ['proxy_error', 'store_unavailable', 'idempotency_key_reused', 'service_unreachable']],
    [
      'Card payments are not available right now.',
      ['form_failed', 'not_authorized', 'not_found', 'order_token_invalid', 'origin_not_allowed', 'service_error'],
    ],
  ] as const) {
    it(`start with “${message}” for ${codes.join(', ')}`, () => {
      const texts = codes.map((code) => ALL_ENGLISH[failureKey({ code })]);
      assert.deepEqual(
        texts.filter((text) => !text.startsWith(message)),
        [],
      );
    });
  }

  it('say that nothing was charged, unless the order is being paid in another tab', () => {
    const silent = Object.values(FAILURE_MESSAGES).filter((key) => !ALL_ENGLISH[key].includes('You were not charged.'));
    assert.deepEqual(silent, ['failed_other_window']);
  });
});

describe('resultKey()', () => {
  for (const state of ['paid', 'pending', 'unknown'] as const) {
    for (const isFollowing of [true, false]) {
      it(`returns a message with the amount, if known, for ${state}${isFollowing ? ' while the proxy is asked' : ''}`, () => {
        const textOf = (amount: number | undefined) => ALL_ENGLISH[resultKey(state, { isFollowing, amount })];
        assert.deepEqual([textOf(4999).includes('{amount}'), textOf(undefined).includes('{amount}')], [true, false]);
      });
    }
  }
});
