import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import {
  ERRORS,
  isPaymentError,
  isPaymentErrorCode,
  PaymentError,
  type ErrorOutcome,
  type PaymentErrorCode,
} from '../../src/errors.js';

const CODES = Object.keys(ERRORS) as PaymentErrorCode[];

describe('PaymentError', () => {
  for (const code of CODES) {
    it(`${code} offers no other try while nobody knows whether the card was charged`, () => {
      assert.equal(new PaymentError(code, 'text', { outcome: 'unknown' }).retryable, false);
    });
  }

  for (const [code, outcome] of Object.entries({
    connection_lost: 'unknown',
    timeout: 'unknown',
    unreadable_answer: 'unknown',
    unexpected_answer: 'unknown',
    conflict: 'unknown',
    service_error: 'unknown',
    declined: 'not_charged',
    amount_changed: 'not_charged',
    rate_limited: 'not_charged',
    offline: 'not_charged',
    key_in_browser: 'not_charged',
    mode_mismatch: 'not_charged',
  } satisfies Partial<Record<PaymentErrorCode, ErrorOutcome>>)) {
    it(`${code} means ${outcome} by itself`, () => {
      assert.equal(new PaymentError(code as PaymentErrorCode, 'text').outcome, outcome);
    });
  }

  it('takes the outcome that the answer itself names', () => {
    assert.equal(new PaymentError('service_error', 'text', { outcome: 'not_charged' }).outcome, 'not_charged');
  });

  it('a declined card may be tried again', () => {
    assert.equal(new PaymentError('declined', 'text').retryable, true);
  });

  it('a key in the page is not mended by trying again', () => {
    assert.equal(new PaymentError('key_in_browser', 'text').retryable, false);
  });

  it('carries what is known beside the code', () => {
    const options = { status: 429, retryAfter: 7, fieldErrors: { 'card-cvc': 'text' }, cause: { code: 'x' } };
    const { status, retryAfter, fieldErrors, cause } = new PaymentError('rate_limited', 'text', options);
    assert.deepEqual({ status, retryAfter, fieldErrors, cause }, options);
  });
});

describe('isPaymentError', () => {
  it('recognises a PaymentError', () => {
    assert.equal(isPaymentError(new PaymentError('declined', 'text')), true);
  });

  it('recognises one of a second copy of this package', () => {
    assert.equal(isPaymentError(Object.assign(new Error('text'), { name: 'PaymentError', code: 'declined' })), true);
  });

  it('recognises one of another realm, such as a frame', () => {
    const foreign: unknown = runInContext(
      `class PaymentError extends Error { name = 'PaymentError'; code = 'declined' } new PaymentError('text')`,
      createContext(),
    );
    assert.equal(isPaymentError(foreign), true);
  });

  for (const [what, value] of [
    ['nothing', undefined],
    ['null', null],
    ['a text', 'PaymentError'],
    ['another error', new Error('text')],
    ['an error of that name without a code', Object.assign(new Error('text'), { name: 'PaymentError' })],
    ['a code that is not one of ours', Object.assign(new Error('text'), { name: 'PaymentError', code: 'ENOENT' })],
    ['a name out of the prototype', Object.assign(new Error('text'), { name: 'PaymentError', code: 'toString' })],
  ] as const) {
    it(`does not take ${what} for one`, () => {
      assert.equal(isPaymentError(value), false);
    });
  }
});

describe('isPaymentErrorCode', () => {
  it('knows every code of the table', () => {
    assert.deepEqual(CODES.filter(isPaymentErrorCode), CODES);
  });

  for (const code of ['', 'DECLINED', 'constructor', undefined, null, 402]) {
    it(`does not know ${String(code) || 'the empty text'}`, () => {
      assert.equal(isPaymentErrorCode(code), false);
    });
  }
});
