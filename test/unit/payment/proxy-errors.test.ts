import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PaymentError, PaymentErrorCode } from '../../../src/contract/errors.js';
import { pay } from '../../../src/transport/client.js';
import { failingStore } from '../../support/failing-store.js';
import { gate } from '../../support/node-servers.js';
import { newKey, testProxy } from '../../support/node-proxy.js';
import { samplePayment } from '../../support/sample-payment.js';

type ProxyOptions = NonNullable<Parameters<typeof testProxy>[0]>;

const PROXY_URL = 'https://shop.example/pay';

/** Pays, and returns the error of the page. */
async function failAt(
  answer: (request: Request) => Promise<Response>,
  { idempotencyKey = newKey(), ...change }: { idempotencyKey?: string; reference?: string } = {},
): Promise<PaymentError> {
  const result = await pay({
    proxyUrl: PROXY_URL,
    body: JSON.stringify(samplePayment(change)),
    idempotencyKey,
    timeout: 55_000,
    fetch: (url, init) => answer(new Request(url, init)),
  });
  assert.ok('error' in result, result.outcome);
  assert.equal(result.error.outcome, result.outcome);
  return result.error;
}

const answering = (status: number) => () => Promise.resolve(new Response('{}', { status }));
const failing = (code: string) => () =>
  Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }));
const noStore = () => Promise.reject(new Error('no store'));

/** Pays at a proxy with these options. */
const payAt = (options: ProxyOptions) => (): Promise<PaymentError> =>
  failAt(testProxy({ fetch: answering(200), ...options }));

interface Second {
  readonly sameKey: boolean;
  readonly reference?: string;
  readonly limits?: ProxyOptions['limits'];
  readonly resolved?: boolean;
}

/** Pays a second time after the service has answered the first payment with this status. */
const payAfter =
  (status: number, { sameKey, reference, limits, resolved = false }: Second) =>
  async (): Promise<PaymentError> => {
    const proxy = testProxy({ fetch: answering(status), ...(limits && { limits }) });
    const idempotencyKey = newKey();
    await failAt(proxy, { idempotencyKey });
    if (resolved) await proxy.resolve(idempotencyKey, 'failed');
    return failAt(proxy, { ...(sameKey && { idempotencyKey }), ...(reference && { reference }) });
  };

/** The merchant no longer knows an order whose payment is being sent. */
async function payInFlight(): Promise<PaymentError> {
  const [called, released] = [gate(), gate()];
  const orders = [{ amount: 4999, currency: 'EUR' }];
  const fetch = async () => {
    called.open();
    await released.opened;
    return new Response('{}');
  };
  const proxy = testProxy({ fetch, resolvePayment: () => orders.pop() });
  return failAt(async (request) => {
    const first = proxy(request.clone());
    await called.opened;
    const answer = await proxy(request);
    released.open();
    await first;
    return answer;
  });
}

const fromOrigin = (origin: string) => (): Promise<PaymentError> =>
  failAt((request) => {
    request.headers.set('Origin', origin);
    return testProxy()(request);
  });

const withBody = (body: string) => (): Promise<PaymentError> =>
  failAt((request) => testProxy()(new Request(request, { body })));

describe('an error of the proxy reaches the page', () => {
  // prettier-ignore
  const table: readonly (readonly [
    what: string,
    pay: () => Promise<PaymentError>,
    code: PaymentErrorCode,
    meaning: 'not_charged' | 'not_charged, retryable' | 'unknown',
  ])[] = [
    ['the order has another amount', payAt({ resolvePayment: () => ({ amount: 5499, currency: 'EUR' }) }), 'amount_changed', 'not_charged, retryable'],
    ['the order is unknown', payAt({ resolvePayment: () => undefined }), 'unknown_order', 'not_charged'],
    ['resolvePayment fails', payAt({ resolvePayment: noStore }), 'proxy_error', 'not_charged, retryable'],
    ['buildRequest returns nothing', payAt({ buildRequest: () => undefined }), 'proxy_error', 'not_charged, retryable'],
    ['the origin is not allowed', fromOrigin('https://elsewhere.example'), 'origin_not_allowed', 'not_charged'],
    ['the body is invalid', withBody('{}'), 'invalid_request', 'not_charged, retryable'],
    ['the rate limit is reached', payAfter(402, { sameKey: false, limits: { requestsPerMinute: 1 } }), 'rate_limited', 'not_charged, retryable'],
    ['the store fails', payAt({ store: failingStore() }), 'store_unavailable', 'unknown'],
    ['a store in memory fails', payAt({ store: { ...failingStore(), volatile: true } }), 'store_unavailable', 'not_charged, retryable'],
    ['the service cannot be reached', payAt({ fetch: failing('ENOTFOUND') }), 'service_unreachable', 'not_charged, retryable'],
    ['the connection to the service is lost', payAt({ fetch: failing('ECONNRESET') }), 'connection_lost', 'unknown'],
    ['the service does not answer', payAt({ fetch: () => Promise.reject(new DOMException('', 'TimeoutError')) }), 'timeout', 'unknown'],
    ['the attempt is in flight', payInFlight, 'attempt_in_flight', 'unknown'],
    ['the attempt has no known outcome', payAfter(500, { sameKey: true }), 'attempt_unknown', 'unknown'],
    ['the attempt was resolved as failed', payAfter(500, { sameKey: true, resolved: true }), 'proxy_error', 'not_charged, retryable'],
    ['another attempt for the order has no known outcome', payAfter(500, { sameKey: false }), 'conflict', 'unknown'],
    ['the key belongs to another payment in doubt', payAfter(500, { sameKey: true, reference: 'order-1' }), 'idempotency_key_reused', 'unknown'],
    ['the key belongs to another payment that was declined', payAfter(402, { sameKey: true, reference: 'order-1' }), 'idempotency_key_reused', 'not_charged, retryable'],
  ];

  for (const [what, fail, code, meaning] of table) {
    it(`when ${what}: ${code}, ${meaning}`, async () => {
      const error = await fail();
      const { outcome, retryable } = error;
      assert.deepEqual([error.code, `${outcome}${retryable ? ', retryable' : ''}`], [code, meaning]);
    });
  }
});
