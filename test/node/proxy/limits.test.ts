import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient } from '@redis/client';
import { Redis } from 'ioredis';
import { createLimits } from '../../../src/proxy/limits.js';
import type { LimitOptions } from '../../../src/proxy/proxy.js';
import { sendUpstream } from '../../../src/proxy/upstream.js';
import { assertProblem, newKey, payAs, post, startMerchant, told, testService } from '../../support/node-proxy.js';
import { answer } from '../../support/node-servers.js';
import { samplePayment } from '../../support/sample-payment.js';
import { startRedisServer } from '../../support/redis-server.js';

const declined = answer(402, '{}');
const other = (reference: string) => samplePayment({ reference });
const byHeader = (request: Request) => request.headers.get('X-Client') ?? undefined;

/** A merchant whose service declines everything, so that an order can be tried again. */
const start = (t: Parameters<typeof startMerchant>[0], limits: LimitOptions) => startMerchant(t, { limits }, declined);

describe('limits', () => {
  // The first of all: were there a connection already, the time that fetch waits for it would pass as well.
  it('take no attempt from an order while the service gets too many anyway', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    const { takeFromLimits } = createLimits({ requestsPerMinute: 1, attemptsPerReference: 2 }, 'test');
    const take = (reference: string) => {
      const { payment_method: _, ...draft } = other(reference);
      return takeFromLimits(draft, new Request('https://shop.example'));
    };
    await take('a');
    for (let times = 0; times < 5; times++) await assert.rejects(take('b'));
    t.mock.timers.tick(61_000);
    await assert.doesNotReject(take('b'));
  });

  it('requests to the service in a minute: 429 with Retry-After, not charged, nothing sent', async (t) => {
    const { proxyUrl, service } = await start(t, { requestsPerMinute: 2 });
    for (const order of ['a', 'b']) await payAs(proxyUrl, newKey(), other(order));
    const response = await payAs(proxyUrl, newKey(), other('c'));
    const seconds = Number(response.headers.get('Retry-After'));
    assert.ok(seconds > 50 && seconds <= 60, String(seconds));
    await assertProblem(response, 429, 'rate_limited', 'not_charged');
    assert.equal(service.requests.length, 2);
  });

  it('attempts for one order', async (t) => {
    const { proxyUrl, service } = await start(t, { attemptsPerReference: 2 });
    for (let times = 0; times < 2; times++) await payAs(proxyUrl);
    await assertProblem(await payAs(proxyUrl), 429, 'rate_limited', 'not_charged');
    assert.equal(service.requests.length, 2);
  });

  it('attempts for one order do not count for another', async (t) => {
    const { proxyUrl } = await start(t, { attemptsPerReference: 1 });
    await payAs(proxyUrl);
    assert.equal((await payAs(proxyUrl, newKey(), other('another'))).status, 402);
  });

  it('are ten for one order by default', async (t) => {
    const { proxyUrl, service } = await start(t, {});
    for (let times = 0; times < 11; times++) await payAs(proxyUrl);
    assert.equal(service.requests.length, 10);
  });

  for (const [client, status] of [
    ['ada', 429],
    ['grace', 402],
  ] as const) {
    it(`attempts of one client: after two of ada, ${client} gets ${status}`, async (t) => {
      const { proxyUrl } = await start(t, { attemptsPerClient: 2, clientId: byHeader });
      const as = (client: string, order: string) =>
        post(proxyUrl, other(order), { 'X-Client': client, 'Idempotency-Key': newKey() });
      await as('ada', 'a');
      await as('ada', 'b');
      assert.equal((await as(client, 'c')).status, status);
    });
  }

  it('count what is sent only: an answer that is repeated takes nothing', async (t) => {
    const { proxyUrl } = await start(t, { requestsPerMinute: 1 });
    const key = newKey();
    await payAs(proxyUrl, key);
    assert.deepEqual(await told(await payAs(proxyUrl, key)), [402, '{}', true]);
  });

  it('leave the key free: it is sent when there is room again', async (t) => {
    let isHuman = false;
    const { proxyUrl } = await start(t, { attemptsPerReference: 1, humanCheck: () => isHuman });
    await payAs(proxyUrl);
    const key = newKey();
    assert.equal((await payAs(proxyUrl, key)).status, 429);
    isHuman = true;
    assert.deepEqual(await told(await payAs(proxyUrl, key)), [402, '{}', false]);
  });

  for (const [requestsPerMinute, sent] of [
    [2, 2],
    [false, 3],
  ] as const) {
    it(`count what is sent again after a 429: of ${String(requestsPerMinute)}, ${sent} are sent`, async (t) => {
      const throttled = answer(429, '{}', { 'Retry-After': '0' });
      const { proxyUrl, service } = await startMerchant(t, { limits: { requestsPerMinute } }, throttled);
      assert.deepEqual([(await payAs(proxyUrl)).status, service.requests.length], [429, sent]);
    });
  }

  it('leave nothing to the next payment of what was sent again', async (t) => {
    const throttled = answer(429, '{}', { 'Retry-After': '0' });
    const { proxyUrl, service } = await startMerchant(t, { limits: { requestsPerMinute: 3 } }, throttled);
    await payAs(proxyUrl);
    await assertProblem(await payAs(proxyUrl, newKey(), other('b')), 429, 'rate_limited', 'not_charged');
    assert.equal(service.requests.length, 3);
  });

  it('that cannot be asked leave it at the answer that is there', async () => {
    const { payment_method, ...draft } = samplePayment();
    const payment = { body: JSON.stringify(draft), card: payment_method.card, idempotencyKey: newKey(), attempt: 'a' };
    const fetch = () => Promise.resolve(new Response('{}', { status: 429, headers: { 'Retry-After': '0' } }));
    const takeResend = () => Promise.reject(new Error('Redis is away'));
    const { answer } = await sendUpstream({ ...payment, takeResend, limit: 30_000 }, testService(fetch));
    assert.equal(answer.status, 429);
  });

  it('can be off', async (t) => {
    const off = { requestsPerMinute: false, attemptsPerReference: false, attemptsPerClient: false } as const;
    const { proxyUrl, service } = await start(t, off);
    for (let times = 0; times < 12; times++) await payAs(proxyUrl);
    assert.equal(service.requests.length, 12);
  });
});

describe('the check for humans', () => {
  it('is asked only when there is nothing left, with the request and the order, and never sees a card', async (t) => {
    const asked: unknown[] = [];
    const limits: LimitOptions = {
      attemptsPerReference: 2,
      humanCheck: (request, draft) => {
        asked.push([request.method, draft]);
        return true;
      },
    };
    const { proxyUrl } = await start(t, limits);
    for (let times = 0; times < 3; times++) await payAs(proxyUrl);
    const { payment_method: _, ...draft } = samplePayment();
    assert.deepEqual(asked, [['POST', draft]]);
  });

  it('says nothing about how much the service can take', async (t) => {
    const { proxyUrl } = await start(t, { requestsPerMinute: 1, humanCheck: () => true });
    await payAs(proxyUrl);
    assert.equal((await payAs(proxyUrl)).status, 429);
  });
});

describe('limits that proxies share through Redis', () => {
  for (const [name, connect] of [
    [
      'ioredis',
      (port: number) => {
        const client = new Redis(port);
        return Promise.resolve({ client, end: () => { client.disconnect(); } }); // prettier-ignore
      },
    ],
    [
      'node-redis',
      async (port: number) => {
        const client = await createClient({ socket: { port } }).connect();
        client.on('error', () => undefined);
        return { client, end: () => { client.destroy(); } }; // prettier-ignore
      },
    ],
  ] as const) {
    it(`by ${name}: what one has taken is not there for the other`, async (t) => {
      const server = await startRedisServer();
      const { client, end } = await connect(server.port);
      t.after(async () => {
        end();
        await server.stop();
      });
      if (client instanceof Redis) await client.ping(); // until it is connected each counts for itself
      const limits = { requestsPerMinute: 2, redis: client };
      const [one, two] = [await start(t, limits), await start(t, limits)];
      const statuses = [];
      for (const { proxyUrl } of [one, two, one, two]) {
        statuses.push((await payAs(proxyUrl, newKey(), other(newKey()))).status);
      }
      assert.deepEqual(statuses, [402, 402, 429, 429]);
    });
  }

  it('while Redis is away each counts for itself', async (t) => {
    const server = await startRedisServer();
    const client = new Redis(server.port, { retryStrategy: () => null });
    client.on('error', () => undefined);
    await client.ping();
    await server.stop();
    const { proxyUrl } = await start(t, { requestsPerMinute: 1, redis: client });
    assert.deepEqual([(await payAs(proxyUrl)).status, (await payAs(proxyUrl)).status], [402, 429]);
  });

  it('a Redis that says nothing is as good as away', { timeout: 30_000 }, async (t) => {
    const server = await startRedisServer();
    const client = new Redis(server.port);
    t.after(async () => {
      client.disconnect();
      await server.stop();
    });
    await client.client('PAUSE', 60_000, 'ALL');
    const { proxyUrl } = await start(t, { requestsPerMinute: 1, redis: client });
    assert.deepEqual([(await payAs(proxyUrl)).status, (await payAs(proxyUrl)).status], [402, 429]);
  });
});
