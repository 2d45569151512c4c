import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMetrics, METRICS } from '../../../src/program/server/metrics.js';
import { inMode, type AttemptStore } from '../../../src/proxy/attempts/store.js';
import { createMemoryStore } from '../../../src/proxy/attempts/stores/memory.js';
import { FakeClock } from '../../support/fake-clock.js';
import { readMetrics } from '../../support/metrics.js';
import { newKey, paymentRequest, testProxy } from '../../support/node-proxy.js';
import { samplePayment } from '../../support/sample-payment.js';
import { until } from '../../support/until.js';

type Metrics = ReturnType<typeof createMetrics>;

const valuesOf = async (metrics: Metrics) => readMetrics(await (await metrics.show()).text());

/** Metrics of a store in which a payment with this status of the service's response was recorded. */
async function metricsAfter(status: number, store = createMemoryStore(), clock?: FakeClock) {
  const metrics = createMetrics('test', inMode('test', store), clock);
  const fetch = () => Promise.resolve(Response.json({}, { status }));
  const proxy = testProxy({ store, fetch, onMeasurement: metrics.onMeasurement }, clock);
  await proxy(paymentRequest('https://shop.example/pay', samplePayment(), { 'Idempotency-Key': newKey() }));
  return metrics;
}

describe('the metrics of the program', () => {
  it('count an attempt by its outcome', async () => {
    const values = await valuesOf(await metricsAfter(402));
    const counted = ['paid', 'declined', 'unknown'].map((name) => values[`payments_attempts_total{outcome="${name}"}`]);
    assert.deepEqual(counted, [0, 1, 0]);
  });

  it('measure the requests to the service by the class of their status', async () => {
    const values = await valuesOf(await metricsAfter(200));
    const count = (name: string) => values[`payments_service_duration_seconds_count{status="${name}"}`];
    assert.deepEqual([count('2xx'), count('none')], [1, 0]);
  });

  it('show how many outcomes are unknown, and since when', async () => {
    const clock = new FakeClock();
    const metrics = await metricsAfter(500, createMemoryStore(clock), clock);
    await clock.advance(90_000);
    const values = await valuesOf(metrics);
    assert.deepEqual([values['payments_unknown_attempts'], values['payments_oldest_unknown_seconds']], [1, 90]);
  });

  it('do not call an attempt unknown that the service has accepted for later', async () => {
    const values = await valuesOf(await metricsAfter(202));
    assert.deepEqual([values['payments_unknown_attempts'], values['payments_pending_attempts']], [0, 1]);
  });

  it('read the store once in ten seconds, and let ages grow meanwhile', async () => {
    const clock = new FakeClock();
    const memory = createMemoryStore();
    let reads = 0;
    const list: NonNullable<AttemptStore['list']> = (...args) => {
      reads++;
      return memory.list(...args);
    };
    const metrics = await metricsAfter(500, { ...memory, list }, clock);
    const seen = [];
    for (const ms of [0, 4000, 5900, 100]) {
      await clock.advance(ms);
      const { payments_oldest_unknown_seconds: age } = await valuesOf(metrics);
      seen.push([age, reads / 2]);
    }
    assert.deepEqual(seen, [
      [0, 1],
      [4, 1],
      [9.9, 1],
      [10, 2],
    ]);
  });

  it('read the store again after the clock was set back', async () => {
    const clock = new FakeClock();
    const store = createMemoryStore(clock);
    const metrics = createMetrics('test', inMode('test', store), clock);
    const before = await valuesOf(metrics);
    await clock.advance(-3_600_000);
    await metricsAfter(500, store, clock);
    const after = await valuesOf(metrics);
    assert.deepEqual(
      [before, after].map((values) => values['payments_unknown_attempts']),
      [0, 1],
    );
  });

  it('leave out what a failing store does not tell, and count the failure', async () => {
    const fail = () => Promise.reject(new Error('down'));
    const store: AttemptStore = {
      read: fail,
      swap: fail,
      list: () => ({ [Symbol.asyncIterator]: () => ({ next: fail }) }),
    };
    const metrics = createMetrics('test', store);
    const values = await valuesOf(metrics);
    assert.deepEqual(
      ['payments_unknown_attempts', 'payments_settled_waiting', 'payments_store_errors_total'].map(
        (name) => values[name],
      ),
      [undefined, undefined, 1],
    );
  });

  it('do not wait for a store that does not respond', async () => {
    const never = () => new Promise<never>(() => undefined);
    const store: AttemptStore = {
      read: never,
      swap: never,
      list: () => ({ [Symbol.asyncIterator]: () => ({ next: never }) }),
    };
    const clock = new FakeClock();
    const scraping = valuesOf(createMetrics('test', store, clock));
    await until(() => clock.waiting.includes(2000));
    await clock.advance(2000);
    await scraping;
  });

  it('keep the last values for a minute while the store fails', async () => {
    const clock = new FakeClock();
    const memory = createMemoryStore();
    let isDown = false;
    const list: NonNullable<AttemptStore['list']> = (...args) => {
      if (isDown) throw new Error('down');
      return memory.list(...args);
    };
    const metrics = await metricsAfter(500, { ...memory, list }, clock);
    await valuesOf(metrics);
    isDown = true;
    const seen = [];
    for (const ms of [50_000, 11_000]) {
      await clock.advance(ms);
      seen.push((await valuesOf(metrics))['payments_unknown_attempts']);
    }
    assert.deepEqual(seen, [1, undefined]);
  });

  it('show all metrics of the table, and those of the process', async () => {
    const values = await valuesOf(await metricsAfter(200));
    const names = Object.keys(values).map((name) => name.replace(/(_bucket|_sum|_count)?(\{.*)?$/, ''));
    const missing = [...Object.keys(METRICS), 'process_resident_memory_bytes'].filter((name) => !names.includes(name));
    assert.deepEqual(missing, []);
  });

  it('name no order, key or secret', async () => {
    const text = await (await metricsAfter(500)).show().then((response) => response.text());
    assert.doesNotMatch(text, /order-1042|attempt-\d|sk_/);
  });

  it('name the version and the mode', async () => {
    const names = Object.keys(await valuesOf(await metricsAfter(200)));
    const info = names.find((name) => name.startsWith('payments_build_info'));
    assert.match(info ?? '', /^payments_build_info\{version="\d+\.\d+\.\d+.*",mode="test"\}$/);
  });
});
