import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Measurement, PaymentProxyOptions } from '../../../src/proxy/index.js';
import { failingStore } from '../../support/failing-store.js';
import { newKey, paymentRequest, skipPauses, testProxy } from '../../support/node-proxy.js';
import { samplePayment } from '../../support/sample-payment.js';
import { until } from '../../support/until.js';

type Settings = Pick<PaymentProxyOptions, 'fetch' | 'limits' | 'store' | 'onSettled' | 'networksOf' | 'onMeasurement'>;

const respond = (status: number) => () => Promise.resolve(Response.json({}, { status }));
const refuse = () =>
  Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) }));

/** Pays some orders. @returns the measurements */
async function pay(t: TestContext, settings: Settings, references: readonly string[] = ['order-1']) {
  const measurements: Measurement[] = [];
  const proxy = testProxy({ fetch: respond(200), onMeasurement: (each) => measurements.push(each), ...settings });
  t.after(() => proxy.close());
  for (const reference of references) {
    const headers = { 'Idempotency-Key': newKey() };
    await proxy(paymentRequest('https://shop.example/pay', samplePayment({ reference }), headers));
  }
  return measurements;
}

const ofKind = <Kind extends Measurement['kind']>(measurements: readonly Measurement[], kind: Kind) =>
  measurements.filter((each): each is Extract<Measurement, { kind: Kind }> => each.kind === kind);

describe('onMeasurement', () => {
  for (const [answer, fetch, outcome] of [
    ['accepts a payment', respond(200), 'paid'],
    ['accepts a payment for later', respond(202), 'pending'],
    ['declines a card', respond(402), 'declined'],
    ['rejects the API key', respond(401), 'failed'],
    ['fails', respond(500), 'unknown'],
    ['closes the connection', refuse, 'unknown'],
  ] as const) {
    it(`counts an attempt as ${outcome} if the service ${answer}`, async (t) => {
      const measurements = await pay(t, { fetch });
      assert.deepEqual(ofKind(measurements, 'attempt'), [{ kind: 'attempt', outcome }]);
    });
  }

  it('measures each request to the service, with the status of its response', async (t) => {
    skipPauses(t);
    let requests = 0;
    const fetch = () =>
      Promise.resolve(Response.json({}, requests++ === 0 ? { status: 429, headers: { 'Retry-After': '0' } } : {}));
    const measured = ofKind(await pay(t, { fetch }), 'service_request');
    assert.deepEqual(
      measured.map(({ status, seconds }) => [status, seconds >= 0 && seconds < 5]),
      [
        [429, true],
        [200, true],
      ],
    );
  });

  it('measures a request without a response', async (t) => {
    const [measured] = ofKind(await pay(t, { fetch: refuse }), 'service_request');
    assert.equal(measured && 'status' in measured, false);
  });

  for (const [limit, limits, references] of [
    ['reference', { attemptsPerReference: 1 }, ['order-1', 'order-1']],
    ['client', { attemptsPerClient: 1, clientId: () => 'ada' }, ['order-1', 'order-2']],
    ['service', { requestsPerMinute: 1 }, ['order-1', 'order-2']],
  ] as const) {
    it(`names the limit that a payment reached: ${limit}`, async (t) => {
      const measurements = await pay(t, { fetch: respond(402), limits }, references);
      assert.deepEqual(ofKind(measurements, 'limited'), [{ kind: 'limited', limit }]);
    });
  }

  it('does not count a payment above a limit that a person may exceed', async (t) => {
    const limits = { attemptsPerReference: 1, humanCheck: () => true };
    const measurements = await pay(t, { fetch: respond(402), limits }, ['order-1', 'order-1']);
    assert.deepEqual(ofKind(measurements, 'limited'), []);
  });

  it('counts errors of the store', async (t) => {
    const measurements = await pay(t, { store: failingStore() });
    assert.deepEqual(measurements, [{ kind: 'store_error' }]);
  });

  it('counts calls of onSettled that failed, and the accepted call', async (t) => {
    const measurements: Measurement[] = [];
    let calls = 0;
    const onSettled = () => {
      if (calls++ === 0) throw new Error('shop is down');
    };
    await pay(t, { onSettled, onMeasurement: (each) => measurements.push(each) });
    await until(() => ofKind(measurements, 'settled').length === 2);
    assert.deepEqual(
      ofKind(measurements, 'settled').map(({ result }) => result),
      ['failed', 'delivered'],
    );
  });

  it('names no order, key or card', async (t) => {
    const text = JSON.stringify(await pay(t, {}, ['order-1042']));
    assert.doesNotMatch(text, /order-1042|attempt-|4242/);
  });

  for (const [failure, onMeasurement] of [
    ['throws', () => assert.fail()],
    ['rejects', () => Promise.reject(new Error('metrics are down'))],
  ] as const) {
    it(`changes nothing if it ${failure}`, async () => {
      const proxy = testProxy({ fetch: respond(200), onMeasurement });
      const headers = { 'Idempotency-Key': newKey() };
      const response = await proxy(paymentRequest('https://shop.example/pay', samplePayment(), headers));
      assert.equal(response.status, 200);
    });
  }
});
