import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyContains, isStackTrace } from '../../../packages/testing/src/check-proxy/responses.js';
import { createRedactor } from '../../../packages/proxy/src/redact.js';

describe('isStackTrace', () => {
  for (const [what, text] of [
    ['of Node', 'TypeError: x is undefined\n    at charge (/srv/app/x.js:1:2)\n    at node:internal/main:3:4'],
    ['of Node, in TypeScript', 'at file:///srv/app/pay.ts:10:5'],
    ['of Node, without a file', 'at Array.map (<anonymous>)'],
    ['of Python', 'Traceback (most recent call last):\n  File "/srv/pay.py", line 3, in charge'],
    ['of Java', 'java.lang.NullPointerException\n\tat com.shop.Pay.charge(Pay.java:12)'],
    ['of .NET', 'at Shop.Pay.Charge() in C:\\srv\\Pay.cs:line 12'],
    ['of PHP', '#0 /var/www/pay.php(12): charge()'],
    ['of Ruby', "/srv/pay.rb:12:in 'charge'"],
    ['of Go', 'goroutine 1 [running]:\nmain.charge(0x1)\n\t/srv/pay.go:12 +0x1d'],
    ['of Rust', "thread 'main' panicked at src/pay.rs:12:5"],
  ] as const) {
    it(`detects a stack trace ${what}`, () => {
      assert.deepEqual([isStackTrace(text), isStackTrace(JSON.stringify({ message: text }))], [true, true]);
    });
  }

  for (const text of [
    'Declined at 12:30:45 by the bank.',
    'Invalid value at /payment_method/card: expected a string',
    'at 10:00 (Europe/Berlin)',
    'We use Node.js 20 and version 1.2.3',
  ]) {
    it(`detects none in “${text}”`, () => {
      assert.equal(isStackTrace(text), false);
    });
  }
});

const KEY = 'merchant-key-4711';
const TRACE = 'Traceback (most recent call last):\n  File "/srv/pay.py", line 3, in pay';
const CARD = { number: '4242424242424242', cvc: '123', exp_month: 12, exp_year: 2030 };

const answer = (text: string, type: string) => ({
  ...{ request: 'POST /pay/v1/payments', status: 500, text, isComplete: true },
  headers: new Headers({ 'Content-Type': type }),
});

describe('the search for secrets in a response with a stack trace', () => {
  for (const [type, written] of [
    ['text/html', (text: string) => `<pre>${text}</pre>`],
    ['application/json', (text: string) => JSON.stringify({ error: text })],
  ] as const) {
    it(`does not report the stack trace as a key in ${type}`, () => {
      assert.equal(bodyContains(answer(written(TRACE), type), createRedactor([KEY])), false);
    });

    it(`finds a key beside it in ${type}`, () => {
      assert.equal(bodyContains(answer(written(`${TRACE}\nAPI_KEY=${KEY}`), type), createRedactor([KEY])), true);
    });

    it(`finds a card number beside it in ${type}`, () => {
      const leak = answer(written(`${TRACE}\nnumber=${CARD.number}`), type);
      assert.equal(bodyContains(leak, createRedactor([]), { card: CARD }), true);
    });
  }
});
