import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { LimitOptions } from '../../../src/proxy/index.js';
import { createMemoryStore } from '../../../src/proxy/attempts/stores/memory.js';
import { sendUpstream } from '../../../src/proxy/service/upstream.js';
import { assertProblem, newKey, payAs, post, readReply, startMerchant, testService } from '../../support/node-proxy.js';
import { answer } from '../../support/node-servers.js';
import { samplePayment } from '../../support/sample-payment.js';

const declined = answer(402, '{}');
const throttled = answer(429, '{}', { 'Retry-After': '0' });
const orderOf = (reference: string) => samplePayment({ reference });
const clientHeader = (request: Request) => request.headers.get('X-Client');

/** A merchant whose service declines every payment, so that an order can be tried again. */
const start = (t: TestContext, limits: LimitOptions) => startMerchant(t, { limits }, declined);

describe('limits', () => {
  it('reject requests above requestsPerMinute: 429 with Retry-After, not charged, nothing sent', async (t) => {
    const { proxyUrl, service } = await start(t, { requestsPerMinute: 2 });
    for (const order of ['a', 'b']) await payAs(proxyUrl, newKey(), orderOf(order));
    const response = await payAs(proxyUrl, newKey(), orderOf('c'));
    const seconds = Number(response.headers.get('Retry-After'));
    assert.ok(seconds > 50 && seconds <= 60, String(seconds));
    await assertProblem(response, 429, 'rate_limited', 'not_charged');
    assert.equal(service.requests.length, 2);
  });

  it('reject attempts above attemptsPerReference: 429, not charged, nothing sent', async (t) => {
    const { proxyUrl, service } = await start(t, { attemptsPerReference: 2 });
    for (let times = 0; times < 2; times++) await payAs(proxyUrl);
    await assertProblem(await payAs(proxyUrl), 429, 'rate_limited', 'not_charged');
    assert.equal(service.requests.length, 2);
  });

  it('count attempts per order', async (t) => {
    const { proxyUrl } = await start(t, { attemptsPerReference: 1 });
    await payAs(proxyUrl);
    assert.equal((await payAs(proxyUrl, newKey(), orderOf('another'))).status, 402);
  });

  it('allow ten attempts per order by default', async (t) => {
    const { proxyUrl, service } = await start(t, {});
    for (let times = 0; times < 11; times++) await payAs(proxyUrl);
    assert.equal(service.requests.length, 10);
  });

  for (const [client, status] of [
    ['ada', 429],
    ['grace', 402],
  ] as const) {
    it(`count attempts per client: after two attempts of ada, ${client} gets ${status}`, async (t) => {
      const { proxyUrl } = await start(t, { attemptsPerClient: 2, clientId: clientHeader });
      const as = (client: string, order: string) =>
        post(proxyUrl, orderOf(order), { 'X-Client': client, 'Idempotency-Key': newKey() });
      await as('ada', 'a');
      await as('ada', 'b');
      assert.equal((await as(client, 'c')).status, status);
    });
  }

  for (const [what, limits] of [
    ['by default', {}],
    ['below attemptsPerReference', { attemptsPerClient: 2, attemptsPerReference: 3 }],
  ] as const) {
    it(`per client ${what} leave attempts of an order to others`, async (t) => {
      const { proxyUrl } = await start(t, { ...limits, clientId: clientHeader });
      const as = (client: string) =>
        post(proxyUrl, orderOf('victim'), { 'X-Client': client, 'Idempotency-Key': newKey() });
      let attempts = 0;
      while ((await as('tester')).status === 402) attempts++;
      for (let times = 0; times < 12; times++) await as('tester');
      assert.deepEqual([attempts, (await as('victim')).status], [limits.attemptsPerClient ?? 20, 402]);
    });
  }

  it('do not count replayed responses', async (t) => {
    const { proxyUrl } = await start(t, { requestsPerMinute: 1 });
    const key = newKey();
    await payAs(proxyUrl, key);
    assert.deepEqual(await readReply(await payAs(proxyUrl, key)), [402, '{}', true]);
  });

  it('count a request above requestsPerMinute for no order', async (t) => {
    const { proxyUrl } = await start(t, { requestsPerMinute: 1, attemptsPerReference: 1 });
    await payAs(proxyUrl, newKey(), orderOf('a'));
    const responses = [];
    for (let times = 0; times < 2; times++) responses.push(await payAs(proxyUrl, newKey(), orderOf('b')));
    assert.deepEqual(
      responses.map((response) => Number(response.headers.get('Retry-After')) <= 60),
      [true, true], // not ten minutes
    );
  });

  it('keep a rejected key usable: it is sent once the limit allows', async (t) => {
    let isHuman = false;
    const { proxyUrl } = await start(t, { attemptsPerReference: 1, humanCheck: () => isHuman });
    await payAs(proxyUrl);
    const key = newKey();
    assert.equal((await payAs(proxyUrl, key)).status, 429);
    isHuman = true;
    assert.deepEqual(await readReply(await payAs(proxyUrl, key)), [402, '{}', false]);
  });

  for (const [requestsPerMinute, sent] of [
    [2, 2],
    [false, 3],
  ] as const) {
    it(`count retries after a 429: with requestsPerMinute ${String(requestsPerMinute)}, ${sent} are sent`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, { limits: { requestsPerMinute } }, throttled);
      assert.deepEqual([(await payAs(proxyUrl)).status, service.requests.length], [429, sent]);
    });
  }

  it('count retries against the next payment', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, { limits: { requestsPerMinute: 3 } }, throttled);
    await payAs(proxyUrl);
    await assertProblem(await payAs(proxyUrl, newKey(), orderOf('b')), 429, 'rate_limited', 'not_charged');
    assert.equal(service.requests.length, 3);
  });

  it('stop retries when they fail', async () => {
    const { payment_method, ...draft } = samplePayment();
    const payment = { body: JSON.stringify(draft), card: payment_method.card, idempotencyKey: newKey() };
    const fetch = () => Promise.resolve(new Response('{}', { status: 429, headers: { 'Retry-After': '0' } }));
    const takeResend = () => Promise.reject(new Error('Redis is away'));
    const { answer } = await sendUpstream({ ...payment, takeResend, limit: 30_000 }, testService(fetch));
    assert.equal(answer.status, 429);
  });

  for (const [where, isInStore, status, code, sent] of [
    ['in the database of the store', true, 503, 'store_unavailable', 0],
    ['in another database', false, 402, undefined, 1],
  ] as const) {
    it(`that cannot be counted ${where}: ${status}, ${sent} sent`, async (t) => {
      const postgres = { query: () => Promise.reject(new Error('The connection was closed.')) };
      const store = { ...createMemoryStore(), ...(isInStore && { client: postgres }) };
      const settings = { store, limits: { requestsPerMinute: 2, postgres }, logger: () => undefined };
      const { proxyUrl, service } = await startMerchant(t, settings, declined);
      const response = await payAs(proxyUrl);
      const { code: actual } = (await response.json()) as { code?: string };
      assert.deepEqual([response.status, actual, service.requests.length], [status, code, sent]);
    });
  }

  it('can be turned off', async (t) => {
    const off = { requestsPerMinute: false, attemptsPerReference: false, attemptsPerClient: false } as const;
    const { proxyUrl, service } = await start(t, off);
    for (let times = 0; times < 12; times++) await payAs(proxyUrl);
    assert.equal(service.requests.length, 12);
  });
});

describe('humanCheck', () => {
  it('is called only at the limit, with the request and the order, without the card', async (t) => {
    const calls: unknown[] = [];
    const limits: LimitOptions = {
      attemptsPerReference: 2,
      humanCheck: (request, draft) => {
        calls.push([request.method, draft]);
        return true;
      },
    };
    const { proxyUrl } = await start(t, limits);
    for (let times = 0; times < 3; times++) await payAs(proxyUrl);
    const { payment_method: _, ...draft } = samplePayment();
    assert.deepEqual(calls, [['POST', draft]]);
  });

  it('is called once if both the client and the order have no attempts left', async (t) => {
    let calls = 0;
    const humanCheck = () => ++calls > 0;
    const { proxyUrl } = await start(t, {
      attemptsPerReference: 1,
      attemptsPerClient: 1,
      clientId: () => 'ada',
      humanCheck,
    });
    await payAs(proxyUrl);
    assert.deepEqual([(await payAs(proxyUrl)).status, calls], [402, 1]);
  });

  it('does not lift requestsPerMinute', async (t) => {
    const { proxyUrl } = await start(t, { requestsPerMinute: 1, humanCheck: () => true });
    await payAs(proxyUrl);
    assert.equal((await payAs(proxyUrl)).status, 429);
  });
});
