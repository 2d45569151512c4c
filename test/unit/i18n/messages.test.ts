import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fill } from 'payment-widget/i18n/messages';
import { FAILURE_MESSAGES, formatWait } from 'payment-widget/i18n/outcome-messages';
import ENGLISH from 'payment-widget/i18n/locales/en';

const values = { amount: () => '€5', expiry_example: () => '04 / 30' };

describe('fill()', () => {
  it('replaces placeholders by values', () => {
    assert.equal(fill('Pay {amount} by {expiry_example}.', values), 'Pay €5 by 04 / 30.');
  });

  it('keeps a placeholder without a value', () => {
    assert.equal(fill('Pay {amounts}', values), 'Pay {amounts}');
  });

  for (const [script, text] of [
    ['Arabic', 'مثل {expiry_example}'],
    ['Hebrew', 'למשל {expiry_example}'],
  ] as const) {
    it(`isolates values in ${script} text, so that they keep their order`, () => {
      assert.match(fill(text, values), /\u206804 \/ 30\u2069$/);
    });
  }
});

describe('failure messages', () => {
  it('say that nothing was charged, unless the order is being paid in another tab', () => {
    const silent = Object.values(FAILURE_MESSAGES).filter((key) => !ENGLISH[key].includes('You were not charged.'));
    assert.deepEqual(silent, ['failed_other_window']);
  });
});

describe('formatWait()', () => {
  for (const [seconds, text] of [
    [0, '0 sec'],
    [59, '59 sec'],
    [60, '1 min'],
    [297, '4 min 57 sec'],
  ] as const) {
    it(`writes ${seconds} seconds as ${text}`, () => {
      assert.equal(formatWait(seconds, 'en'), text);
    });
  }
});
