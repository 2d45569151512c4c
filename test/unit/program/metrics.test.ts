import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { createMetrics, METRICS, type Metrics } from 'payment-widget-proxy/command/metrics';
import { inMode, type AttemptStore } from 'payment-widget-proxy/stores/store';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import { FakeClock } from '../../support/fake-clock.js';
import { readMetrics } from '../../support/metrics.js';
import { newKey, paymentRequest, testProxy } from '../../support/node-proxy.js';
import { samplePayment } from '../../support/sample-payment.js';
import { until } from '../../support/until.js';

const valuesOf = async (metrics: Metrics) => readMetrics(await (await metrics.show()).text());

/** Metrics of a store in which a payment with this status of the service's response was recorded. */
async function metricsAfter(status: number, clock = new FakeClock()) {
  const store = createMemoryStore(clock);
  const metrics = createMetrics('test', inMode('test', store), clock);
  const fetch = () => Promise.resolve(Response.json({}, { status }));
  const proxy = testProxy({ store, fetch, onMeasurement: metrics.onMeasurement }, clock);
  await proxy(paymentRequest('https://shop.example/pay', samplePayment(), { 'Idempotency-Key': newKey() }));
  return metrics;
}

/** A store each of whose steps does this. */
const storeThat = (step: () => Promise<never>): AttemptStore => ({
  read: step,
  swap: step,
  list: () => ({ [Symbol.asyncIterator]: () => ({ next: step }) }),
});

const BACKLOG = ['payments_unknown_attempts', 'payments_pending_attempts', 'payments_settled_waiting'];

describe('the metrics of the program', () => {
  for (const [status, outcome, backlog] of [
    [200, 'paid', [0, 0, 0]],
    [202, 'pending', [0, 1, 0]],
    [402, 'declined', [0, 0, 0]],
    [500, 'unknown', [1, 0, 0]],
  ] as const) {
    it(`count an attempt after ${status} as ${outcome}, and what is open in the store`, async () => {
      const values = await valuesOf(await metricsAfter(status));
      const counted = ['paid', 'pending', 'declined', 'failed', 'unknown'].filter(
        (name) => values[`payments_attempts_total{outcome="${name}"}`] === 1,
      );
      const requests = values[`payments_service_duration_seconds_count{status="${Math.floor(status / 100)}xx"}`];
      assert.deepEqual([counted, requests, BACKLOG.map((name) => values[name])], [[outcome], 1, backlog]);
    });
  }

  it('show each limit before it has refused a request', async () => {
    const values = await valuesOf(createMetrics('test', createMemoryStore()));
    const limits = ['service', 'reference', 'client', 'networks', 'attempts'];
    const counts = limits.map((limit) => values[`payments_limited_total{limit="${limit}"}`]);
    assert.deepEqual(counts, [0, 0, 0, 0, 0]);
  });

  it('show since when an outcome is unknown', async () => {
    const clock = new FakeClock();
    const metrics = await metricsAfter(500, clock);
    await clock.advance(90_000);
    assert.equal((await valuesOf(metrics))['payments_oldest_unknown_seconds'], 90);
  });

  it('leave out what a failing store does not tell, and count the failure', async () => {
    const values = await valuesOf(
      createMetrics(
        'test',
        storeThat(() => Promise.reject(new Error('down'))),
      ),
    );
    const left = BACKLOG.filter((name) => name in values);
    assert.deepEqual([left, values['payments_store_errors_total']], [[], 1]);
  });

  it('do not wait for a store that does not respond', async () => {
    const clock = new FakeClock();
    const scraping = valuesOf(
      createMetrics(
        'test',
        storeThat(() => new Promise(() => undefined)),
        clock,
      ),
    );
    await until(() => clock.waiting.includes(5000));
    await clock.advance(5000);
    await scraping;
  });

  it('name no order, key or secret', async () => {
    const text = await (await metricsAfter(500)).show().then((response) => response.text());
    assert.doesNotMatch(text, /order-1042|attempt-\d|sk_/);
  });

  it('are all that the documented alerts use', async () => {
    const alerts = await readFile('docs/examples/program/alerts.yml', 'utf8');
    const names = Object.keys(METRICS);
    const missing = (alerts.match(/\bpayments_\w+/g) ?? []).filter(
      (name) => !names.includes(name.replace(/_bucket$/, '')),
    );
    assert.deepEqual(missing, []);
  });
});
