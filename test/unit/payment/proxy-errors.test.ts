import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PaymentError, PaymentErrorCode } from 'payment-widget/contract/errors';
import { pay } from 'payment-widget/payment/send-attempt';
import { failingStore } from '../../support/failing-store.js';
import { newKey, testProxy } from '../../support/node-proxy.js';
import { samplePayment } from '../../support/sample-payment.js';

type ProxyOptions = NonNullable<Parameters<typeof testProxy>[0]>;

const failing = (code: string) => () =>
  Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }));

/** Pays at a proxy with these options. @returns the error of the page */
async function failAt(options: ProxyOptions): Promise<PaymentError> {
  const proxy = testProxy({ fetch: () => Promise.resolve(new Response('{}')), ...options });
  const result = await pay({
    proxyUrl: 'https://shop.example/pay',
    body: JSON.stringify(samplePayment()),
    idempotencyKey: newKey(),
    timeout: 55_000,
    fetch: (url, init) => proxy(new Request(url, init)),
  });
  assert.ok('error' in result, result.outcome);
  return result.error;
}

describe('an error of the proxy reaches the page', () => {
  for (const [what, options, code, meaning] of [
    [
      'the order has another amount',
      { resolvePayment: () => ({ amount: 5499, currency: 'EUR' }) },
      'amount_changed',
      'not_charged, retryable',
    ],
    ['the order is unknown', { resolvePayment: () => undefined }, 'unknown_order', 'not_charged'],
    ['the store fails', { store: failingStore() }, 'store_unavailable', 'unknown'],
    ['the service cannot be reached', { fetch: failing('ENOTFOUND') }, 'service_unreachable', 'not_charged, retryable'],
    ['the connection to the service is lost', { fetch: failing('ECONNRESET') }, 'connection_lost', 'unknown'],
  ] as const satisfies readonly (readonly [string, ProxyOptions, PaymentErrorCode, string])[]) {
    it(`when ${what}: ${code}, ${meaning}`, async () => {
      const error = await failAt(options);
      const { outcome, retryable } = error;
      assert.deepEqual([error.code, `${outcome}${retryable ? ', retryable' : ''}`], [code, meaning]);
    });
  }
});
