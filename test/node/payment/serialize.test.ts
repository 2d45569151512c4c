import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPaymentError } from '../../../src/errors.js';
import { serializeRequest, type BuildRequest } from '../../../src/payment/serialize.js';
import { samplePayment } from '../../support/sample-payment.js';

describe('serializing the request', () => {
  it('is the payment as it is', () => {
    assert.deepEqual(JSON.parse(serializeRequest(samplePayment())), samplePayment());
  });

  it("is the merchant's own shape where there is one", () => {
    const build: BuildRequest = ({ amount, payment_method: { card } }) => ({ total: amount, pan: card?.number });
    assert.equal(serializeRequest(samplePayment(), build), '{"total":4999,"pan":"4242424242424242"}');
  });

  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  for (const [what, build] of [
    ['nothing', () => undefined],
    ['a function', () => () => 5],
    ['a promise, which would be sent as an empty object', () => Promise.resolve({ amount: 4999 })],
    ['a circular object', () => circular],
    ['a BigInt', () => ({ amount: 4999n })],
  ] as const) {
    it(`refuses ${what}`, () => {
      assert.throws(
        () => serializeRequest(samplePayment(), build),
        (error) => isPaymentError(error) && error.code === 'invalid_request_body',
      );
    });
  }

  it("keeps the error of the merchant's function to itself, since it may quote the card", () => {
    const build: BuildRequest = (payment) => {
      throw new Error(`cannot map ${JSON.stringify(payment)}`);
    };
    assert.throws(
      () => serializeRequest(samplePayment(), build),
      (error) => isPaymentError(error) && error.cause === undefined && !error.message.includes('cannot map'),
    );
  });

  it('means that nothing was sent', () => {
    assert.throws(
      () => serializeRequest(samplePayment(), () => undefined),
      (error) => isPaymentError(error) && error.outcome === 'not_charged',
    );
  });
});
