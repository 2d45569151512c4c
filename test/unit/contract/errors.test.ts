import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { ERRORS, isPaymentError, PaymentError, type PaymentErrorCode } from 'payment-widget/contract/errors';

const CODES = Object.keys(ERRORS) as PaymentErrorCode[];

describe('PaymentError', () => {
  it('is never retryable while the outcome is unknown', () => {
    const retryable = CODES.filter((code) => new PaymentError(code, 'text', { outcome: 'unknown' }).retryable);
    assert.deepEqual(retryable, []);
  });

  it('is retryable for a reused key of an attempt that was not charged', () => {
    assert.equal(new PaymentError('idempotency_key_reused', 'text', { outcome: 'not_charged' }).retryable, true);
  });

  it('uses the outcome of the response', () => {
    assert.equal(new PaymentError('service_error', 'text', { outcome: 'not_charged' }).outcome, 'not_charged');
  });

  it('has status, retryAfter, fieldErrors and cause', () => {
    const options = { status: 429, retryAfter: 7, fieldErrors: { 'card-cvc': 'text' }, cause: { code: 'x' } };
    const { status, retryAfter, fieldErrors, cause } = new PaymentError('rate_limited', 'text', options);
    assert.deepEqual({ status, retryAfter, fieldErrors, cause }, options);
  });

  it('is JSON with its message, and without its cause', () => {
    const options = { status: 429, retryAfter: 7, fieldErrors: { 'card-cvc': 'text' } };
    const error = new PaymentError('rate_limited', 'Too many attempts.', { ...options, cause: { secret: 'x' } });
    assert.deepEqual(JSON.parse(JSON.stringify({ error })), {
      error: {
        name: 'PaymentError',
        code: 'rate_limited',
        message: 'Too many attempts.',
        outcome: 'not_charged',
        retryable: true,
        docs: 'payment-widget/docs/errors.md#rate_limited',
        ...options,
      },
    });
  });
});

describe('isPaymentError', () => {
  it('recognizes a PaymentError of a second copy of this package', () => {
    assert.equal(isPaymentError(Object.assign(new Error('text'), { name: 'PaymentError', code: 'declined' })), true);
  });

  it('recognizes a PaymentError of another realm, such as a frame', () => {
    const foreign: unknown = runInContext(
      `class PaymentError extends Error { name = 'PaymentError'; code = 'declined' } new PaymentError('text')`,
      createContext(),
    );
    assert.equal(isPaymentError(foreign), true);
  });

  for (const [what, value] of [
    ['null', null],
    ['a string', 'PaymentError'],
    ['an error of the same name without a code', Object.assign(new Error('text'), { name: 'PaymentError' })],
    [
      'an error with the name of a member of Object.prototype as its code',
      Object.assign(new Error('text'), { name: 'PaymentError', code: 'toString' }),
    ],
  ] as const) {
    it(`rejects ${what}`, () => {
      assert.equal(isPaymentError(value), false);
    });
  }
});
