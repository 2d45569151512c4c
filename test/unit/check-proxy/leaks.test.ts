import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyContains } from '../../../packages/testing/src/check-proxy/responses.js';
import { createRedactor } from '../../../packages/proxy/src/redact.js';

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
