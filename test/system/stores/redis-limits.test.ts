import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createClient } from '@redis/client';
import { Redis } from 'ioredis';
import { realClock, type Clock } from '../../../src/contract/clock.js';
import type { LimitOptions } from '../../../src/proxy/index.js';
import { newKey, payAs, startMerchant } from '../../support/node-proxy.js';
import { answer } from '../../support/node-servers.js';
import { startRedisServer } from '../../support/redis-server.js';
import { patientClock } from '../../support/patient-clock.js';
import { samplePayment } from '../../support/sample-payment.js';

/** A merchant whose service declines every payment, so that an order can be tried again. */
const start = (t: TestContext, limits: LimitOptions, clock: Clock = patientClock) =>
  startMerchant(t, { limits }, answer(402, '{}'), clock);

/** Tries to pay another order at each proxy. */
async function statusesOf(...proxyUrls: string[]): Promise<number[]> {
  const statuses = [];
  for (const proxyUrl of proxyUrls) {
    statuses.push((await payAs(proxyUrl, newKey(), samplePayment({ reference: newKey() }))).status);
  }
  return statuses;
}

describe('limits shared through Redis', () => {
  it('count requests of all proxies with ioredis', async (t) => {
    const server = await startRedisServer();
    const redis = new Redis(server.port);
    t.after(async () => {
      redis.disconnect();
      await server.stop();
    });
    await redis.ping(); // until it is connected, each proxy counts for itself
    const [one, two] = [
      await start(t, { requestsPerMinute: 2, redis }),
      await start(t, { requestsPerMinute: 2, redis }),
    ];
    const statuses = await statusesOf(one.proxyUrl, two.proxyUrl, one.proxyUrl, two.proxyUrl);
    assert.deepEqual(statuses, [402, 402, 429, 429]);
  });

  it('count requests of all proxies with node-redis', async (t) => {
    const server = await startRedisServer();
    const redis = createClient({ socket: { port: server.port } });
    redis.on('error', () => undefined);
    await redis.connect();
    t.after(async () => {
      redis.destroy();
      await server.stop();
    });
    const [one, two] = [
      await start(t, { requestsPerMinute: 2, redis }),
      await start(t, { requestsPerMinute: 2, redis }),
    ];
    const statuses = await statusesOf(one.proxyUrl, two.proxyUrl, one.proxyUrl, two.proxyUrl);
    assert.deepEqual(statuses, [402, 402, 429, 429]);
  });

  it('count per proxy while Redis is away', async (t) => {
    const server = await startRedisServer();
    const redis = new Redis(server.port, { retryStrategy: () => null });
    redis.on('error', () => undefined);
    await redis.ping();
    await server.stop();
    const { proxyUrl } = await start(t, { requestsPerMinute: 1, redis });
    assert.deepEqual(await statusesOf(proxyUrl, proxyUrl), [402, 429]);
  });

  it('count per proxy while Redis does not respond', async (t) => {
    const server = await startRedisServer();
    const redis = new Redis(server.port);
    t.after(async () => {
      redis.disconnect();
      await server.stop();
    });
    await redis.client('PAUSE', 60_000, 'ALL');
    const { proxyUrl } = await start(t, { requestsPerMinute: 1, redis }, realClock);
    assert.deepEqual(await statusesOf(proxyUrl, proxyUrl), [402, 429]);
  });
});
