import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import {
  ERRORS,
  isPaymentError,
  isPaymentErrorCode,
  PaymentError,
  type PaymentErrorCode,
} from '../../../src/contract/errors.js';

const CODES = Object.keys(ERRORS) as PaymentErrorCode[];

/** Every code, by its outcome and whether the shopper may try again. */
const CODES_BY_MEANING = {
  'not_charged, not retryable': `
    missing_proxy_url invalid_proxy_url invalid_amount invalid_amount_limits invalid_currency
    invalid_currency_exponents invalid_reference invalid_return_url invalid_mode invalid_request_timeout
    unknown_field missing_field invalid_brands invalid_request_body
    invalid_action_origins
    not_isolated isolated_setting order_mismatch
    key_in_browser mode_mismatch insecure_context form_failed unknown_order
    origin_not_allowed not_authorized not_found body_already_read
    invalid_order_token order_token_invalid order_token_expired`,
  'not_charged, retryable': `
    validation_failed submit_prevented frame_unavailable not_loaded disabled offline order_in_progress amount_changed
    declined rate_limited invalid_request proxy_error store_unavailable service_unreachable`,
  'unknown, not retryable': `
    connection_lost timeout unreadable_answer unexpected_answer conflict attempt_in_flight attempt_unknown
    idempotency_key_reused service_error action_refused`,
};

describe('PaymentError', () => {
  for (const [meaning, codes] of Object.entries(CODES_BY_MEANING)) {
    it(`is ${meaning} for its codes`, () => {
      const actual = CODES.filter((code) => {
        const { outcome, retryable } = new PaymentError(code, 'text');
        return `${outcome}, ${retryable ? 'retryable' : 'not retryable'}` === meaning;
      });
      assert.deepEqual(actual.sort(), codes.trim().split(/\s+/).sort());
    });
  }

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

  it('names the place where its code is described', () => {
    assert.equal(new PaymentError('not_loaded', 'text').docs, 'payment-widget/docs/errors.md#not_loaded');
  });

  it('has status, retryAfter, fieldErrors and cause', () => {
    const options = { status: 429, retryAfter: 7, fieldErrors: { 'card-cvc': 'text' }, cause: { code: 'x' } };
    const { status, retryAfter, fieldErrors, cause } = new PaymentError('rate_limited', 'text', options);
    assert.deepEqual({ status, retryAfter, fieldErrors, cause }, options);
  });
});

describe('isPaymentError', () => {
  it('recognizes a PaymentError', () => {
    assert.equal(isPaymentError(new PaymentError('declined', 'text')), true);
  });

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
    ['undefined', undefined],
    ['null', null],
    ['a string', 'PaymentError'],
    ['another error', new Error('text')],
    ['an error of the same name without a code', Object.assign(new Error('text'), { name: 'PaymentError' })],
    [
      'an error of the same name with an unknown code',
      Object.assign(new Error('text'), { name: 'PaymentError', code: 'ENOENT' }),
    ],
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

describe('isPaymentErrorCode', () => {
  it('accepts every code', () => {
    assert.deepEqual(CODES.filter(isPaymentErrorCode), CODES);
  });

  for (const code of ['', 'DECLINED', 'constructor', undefined, null, 402]) {
    it(`rejects ${String(code) || 'an empty string'}`, () => {
      assert.equal(isPaymentErrorCode(code), false);
    });
  }
});
