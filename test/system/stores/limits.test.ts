import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createClient } from '@redis/client';
import { Redis } from 'ioredis';
import pg from 'pg';
import { realClock, type Clock } from 'payment-widget/contract/clock';
import type { LimitOptions } from 'payment-widget-proxy';
import { migratePostgresStore } from 'payment-widget-proxy/stores/postgres';
import { newKey, payAs, startMerchant } from '../../support/node-proxy.js';
import { answer } from '../../support/node-servers.js';
import { patientClock } from '../../support/patient-clock.js';
import { startPostgresServer } from '../../support/postgres-server.js';
import { startRedisServer } from '../../support/redis-server.js';
import { samplePayment } from '../../support/sample-payment.js';

const HOUR_MS = 60 * 60_000;

/** Connects to a database of its own that lasts as long as the test. `hang` lets it no longer respond. */
type Connect = (
  t: TestContext,
) => Promise<{ limits: LimitOptions; hang: () => Promise<unknown>; stop: () => Promise<void> }>;

const DATABASES: Readonly<Record<string, Connect>> = {
  'Redis, with ioredis': async (t) => {
    const server = await startRedisServer();
    const redis = new Redis(server.port, { retryStrategy: () => null });
    redis.on('error', () => undefined);
    t.after(async () => {
      redis.disconnect();
      await server.stop();
    });
    await redis.ping(); // until it is connected, each proxy counts for itself
    return { limits: { redis }, hang: () => redis.client('PAUSE', HOUR_MS, 'ALL'), stop: () => server.kill() };
  },
  'Redis, with node-redis': async (t) => {
    const server = await startRedisServer();
    const redis = createClient({ socket: { port: server.port } });
    redis.on('error', () => undefined);
    await redis.connect();
    t.after(async () => {
      redis.destroy();
      await server.stop();
    });
    return {
      limits: { redis },
      hang: () => redis.sendCommand(['CLIENT', 'PAUSE', String(HOUR_MS), 'ALL']),
      stop: () => server.kill(),
    };
  },
  PostgreSQL: async (t) => {
    const server = await startPostgresServer();
    const postgres = new pg.Pool({ connectionString: server.url });
    postgres.on('error', () => undefined);
    await migratePostgresStore(postgres);
    const blocker = await postgres.connect();
    blocker.on('error', () => undefined);
    t.after(async () => {
      blocker.release(true); // end() waits for it
      await server.stop();
      await postgres.end();
    });
    return {
      limits: { postgres },
      hang: () => blocker.query('BEGIN; LOCK TABLE payment_limits'),
      stop: () => server.kill(),
    };
  },
};

/** Two merchants whose service declines every payment, so that an order can be tried again, and what each next order gets. */
async function statusesOf(t: TestContext, limits: LimitOptions, count: number, clock: Clock) {
  const start = () => startMerchant(t, { limits }, answer(402, '{}'), clock);
  const merchants = [await start(), await start()];
  const statuses: number[] = [];
  for (let index = 0; index < count; index++) {
    const { proxyUrl } = merchants[index % 2] ?? assert.fail();
    statuses.push((await payAs(proxyUrl, newKey(), samplePayment({ reference: newKey() }))).status);
  }
  return statuses;
}

for (const [name, connect] of Object.entries(DATABASES)) {
  describe(`limits shared through ${name}`, () => {
    it('count requests of all proxies', async (t) => {
      const { limits } = await connect(t);
      assert.deepEqual(await statusesOf(t, { ...limits, requestsPerMinute: 2 }, 4, patientClock), [402, 402, 429, 429]);
    });

    it('count per proxy while it does not respond', async (t) => {
      const { limits, hang } = await connect(t);
      await hang();
      assert.deepEqual(await statusesOf(t, { ...limits, requestsPerMinute: 1 }, 4, realClock), [402, 402, 429, 429]);
    });

    it('count per proxy while it is away', async (t) => {
      const { limits, stop } = await connect(t);
      await stop();
      assert.deepEqual(await statusesOf(t, { ...limits, requestsPerMinute: 1 }, 4, patientClock), [402, 402, 429, 429]);
    });
  });
}
