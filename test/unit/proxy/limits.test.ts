import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { LimitOptions } from 'payment-widget-proxy';
import { networkOf } from 'payment-widget-proxy/limits/client-address';
import { createLimits } from 'payment-widget-proxy/limits/limits';
import { assertProblem, newKey, payAs, post, readReply, startMerchant } from '../../support/node-proxy.js';
import { FakeClock } from '../../support/fake-clock.js';
import { answer } from '../../support/node-servers.js';
import { samplePayment } from '../../support/sample-payment.js';
import vectors from 'payment-widget-testing/vectors/limits.json' with { type: 'json' };

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

  it('ask humanCheck above them, without the card, and keep a rejected key usable', async (t) => {
    const drafts: unknown[] = [];
    const humanCheck: LimitOptions['humanCheck'] = (_request, draft) => drafts.push(draft) > 1;
    const { proxyUrl } = await start(t, { attemptsPerReference: 1, humanCheck });
    await payAs(proxyUrl);
    const key = newKey();
    assert.equal((await payAs(proxyUrl, key)).status, 429);
    assert.deepEqual(await readReply(await payAs(proxyUrl, key)), [402, '{}', false]);
    const { payment_method: _, ...draft } = samplePayment();
    assert.deepEqual(drafts, [draft, draft]);
  });

  it('do not count a repeated request', async (t) => {
    const { proxyUrl, service } = await start(t, { attemptsPerReference: 2 });
    const key = newKey();
    for (let times = 0; times < 5; times++) await payAs(proxyUrl, key);
    assert.deepEqual([(await payAs(proxyUrl)).status, service.requests.length], [402, 2]);
  });

  it('do not refuse a repeated request', async (t) => {
    const { proxyUrl } = await start(t, { attemptsPerReference: 1 });
    const key = newKey();
    await payAs(proxyUrl, key);
    assert.deepEqual(await readReply(await payAs(proxyUrl, key)), [402, '{}', true]);
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

  it('do not count an attempt of an order while the service is at its limit', async () => {
    const clock = new FakeClock();
    const limits = { requestsPerMinute: 1, attemptsPerReference: 2 };
    const { admit } = createLimits(limits, 'test', () => undefined, clock);
    const take = (reference: string) => {
      const { payment_method: _, ...draft } = samplePayment({ reference });
      return admit(draft, new Request('https://shop.example'));
    };
    await take('a');
    for (let times = 0; times < 5; times++) await assert.rejects(take('b'));
    await clock.advance(60_000);
    await assert.doesNotReject(take('b'));
  });
});

describe('the network of a client', () => {
  for (const { client, network } of vectors.networks) {
    it(`of ${client} is ${network}`, () => {
      assert.equal(networkOf(client), network);
    });
  }

  it('is what attempts are counted for', async (t) => {
    const limits = { attemptsPerClient: 1, clientId: (request: Request) => request.headers.get('X-Client') };
    const { proxyUrl } = await startMerchant(t, { limits }, answer(402, '{}'));
    const pay = async (client: string) =>
      (await post(proxyUrl, samplePayment({ reference: client }), { 'X-Client': client, 'Idempotency-Key': newKey() }))
        .status;
    const clients = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::1', '2001:db8:1:3::1', '203.0.113.9', '203.0.113.9:50123'];
    const statuses: number[] = [];
    for (const client of [...clients, '::ffff:cb00:7109']) statuses.push(await pay(client));
    assert.deepEqual(statuses, [402, 429, 402, 402, 429, 429]);
  });
});
