import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isPaymentError } from 'payment-widget/contract/errors';
import { serializeRequest, type BuildRequest } from 'payment-widget/contract/request';
import { samplePayment } from '../../support/sample-payment.js';

describe('serializeRequest()', () => {
  it('returns the JSON of buildRequest()', () => {
    const build: BuildRequest = ({ amount, payment_method: { card } }) => ({ total: amount, pan: card.number });
    assert.equal(serializeRequest(samplePayment(), build), '{"total":4999,"pan":"4242424242424242"}');
  });

  it('keeps arrays, although old libraries give them a toJSON()', (t) => {
    const prototype = Array.prototype as { toJSON?: () => string };
    prototype.toJSON = () => 'replaced';
    t.after(() => Reflect.deleteProperty(prototype, 'toJSON'));
    assert.equal(
      serializeRequest(samplePayment(), () => ({ items: [[1], 'a'] })),
      '{"items":[[1],"a"]}',
    );
  });

  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  for (const [what, build] of [
    ['undefined', () => undefined],
    ['a promise, which would become an empty object', () => Promise.resolve({ amount: 4999 })],
    ['a circular object', () => circular],
    ['a BigInt', () => ({ amount: 4999n })],
  ] as const) {
    it(`rejects buildRequest() that returns ${what}`, () => {
      assert.throws(
        () => serializeRequest(samplePayment(), build),
        (error) => isPaymentError(error) && error.code === 'invalid_request_body',
      );
    });
  }

  it('does not expose an error thrown by buildRequest(), which may quote the card', () => {
    const build: BuildRequest = (payment) => {
      throw new Error(`cannot map ${JSON.stringify(payment)}`);
    };
    assert.throws(
      () => serializeRequest(samplePayment(), build),
      (error) => isPaymentError(error) && error.cause === undefined && !error.message.includes('cannot map'),
    );
  });
});
