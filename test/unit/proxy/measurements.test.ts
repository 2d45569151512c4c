import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Measurement, PaymentProxyOptions } from 'payment-widget-proxy';
import { failingStore } from '../../support/failing-store.js';
import { newKey, paymentRequest, skipPauses, testProxy } from '../../support/node-proxy.js';
import { samplePayment } from '../../support/sample-payment.js';
import { until } from '../../support/until.js';

type Settings = Pick<PaymentProxyOptions, 'fetch' | 'limits' | 'store' | 'onSettled' | 'onMeasurement'>;

const respond =
  (status: number, headers = {}) =>
  () =>
    Promise.resolve(Response.json({}, { status, headers }));

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
  for (const [status, outcome] of [
    [200, 'paid'],
    [202, 'pending'],
    [402, 'declined'],
    [401, 'failed'],
    [500, 'unknown'],
  ] as const) {
    it(`counts an attempt as ${outcome} if the service answers ${status}`, async (t) => {
      const measurements = await pay(t, { fetch: respond(status) });
      assert.deepEqual(ofKind(measurements, 'attempt'), [{ kind: 'attempt', outcome }]);
    });
  }

  it('measures each request to the service, with the status of its response', async (t) => {
    skipPauses(t);
    const answers = [respond(429, { 'Retry-After': '0' }), respond(200)];
    const measured = ofKind(await pay(t, { fetch: () => (answers.shift() ?? respond(500))() }), 'service_request');
    assert.deepEqual(measured.map(({ status, seconds }) => [status, seconds >= 0]), [[429, true], [200, true]]); // prettier-ignore
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

  it('counts errors of the store', async (t) => {
    assert.deepEqual(await pay(t, { store: failingStore() }), [{ kind: 'store_error' }]);
  });

  it('counts calls of onSettled that failed, and the accepted call', async (t) => {
    let calls = 0;
    const onSettled = () => {
      if (calls++ === 0) throw new Error('shop is down');
    };
    const measurements = await pay(t, { onSettled });
    await until(() => ofKind(measurements, 'settled').length === 2);
    assert.deepEqual(ofKind(measurements, 'settled').map(({ result }) => result), ['failed', 'delivered']); // prettier-ignore
  });

  it('changes nothing if it rejects', async (t) => {
    const settled: unknown[] = [];
    const onMeasurement = () => Promise.reject(new Error('metrics are down'));
    await pay(t, { onMeasurement, onSettled: (payment) => settled.push(payment) });
    await until(() => settled.length === 1);
  });
});
