import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import pg from 'pg';
import { realClock, type Clock } from '../../../src/contract/clock.js';
import type { LimitOptions } from '../../../src/proxy/index.js';
import { createPostgresStore, migratePostgresStore } from '../../../src/proxy/attempts/stores/postgres.js';
import { newKey, payAs, startMerchant } from '../../support/node-proxy.js';
import { answer } from '../../support/node-servers.js';
import { startPostgresServer, type PostgresServer } from '../../support/postgres-server.js';
import { patientClock } from '../../support/patient-clock.js';
import { samplePayment } from '../../support/sample-payment.js';
import { until } from '../../support/until.js';

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

describe('limits shared through PostgreSQL', () => {
  let server: PostgresServer;
  before(async () => {
    server = await startPostgresServer();
  });
  after(() => server.stop());

  function connect(t: TestContext): pg.Pool {
    const pool = new pg.Pool({ connectionString: server.url });
    pool.on('error', () => undefined);
    t.after(() => pool.end());
    return pool;
  }

  it('count per proxy while the table is missing', async (t) => {
    const { proxyUrl } = await start(t, { requestsPerMinute: 1, postgres: connect(t) });
    assert.deepEqual(await statusesOf(proxyUrl, proxyUrl), [402, 429]);
  });

  it('count requests of all proxies', async (t) => {
    const postgres = connect(t);
    await migratePostgresStore(postgres);
    const limits = { requestsPerMinute: 2, postgres };
    const [one, two] = [await start(t, limits), await start(t, { ...limits, postgres: connect(t) })];
    const statuses = await statusesOf(one.proxyUrl, two.proxyUrl, one.proxyUrl, two.proxyUrl);
    assert.deepEqual(statuses, [402, 402, 429, 429]);
  });

  it('keep their counts of payments when PostgreSQL crashes', async (t) => {
    const postgres = connect(t);
    await migratePostgresStore(postgres);
    const settings = { store: createPostgresStore(postgres), limits: { attemptsPerReference: 1, postgres } };
    const { proxyUrl } = await startMerchant(t, settings, answer(402, '{}'), patientClock);
    const payment = samplePayment({ reference: newKey() });
    const first = await payAs(proxyUrl, newKey(), payment);
    await server.crash();
    await until(() => postgres.query('SELECT 1').then(Boolean, () => false));
    assert.deepEqual([first.status, (await payAs(proxyUrl, newKey(), payment)).status], [402, 429]);
  });

  it('count attempts of orders with long references', async (t) => {
    const postgres = connect(t);
    await migratePostgresStore(postgres);
    const limits = { attemptsPerReference: 1, postgres };
    const [one, two] = [await start(t, limits), await start(t, limits)];
    const payment = samplePayment({ reference: 'x'.repeat(250) });
    const statuses = [];
    for (const { proxyUrl } of [one, two]) statuses.push((await payAs(proxyUrl, newKey(), payment)).status);
    assert.deepEqual(statuses, [402, 429]);
  });

  it('count per proxy while PostgreSQL does not respond', async (t) => {
    const postgres = connect(t);
    await migratePostgresStore(postgres);
    const { proxyUrl } = await start(t, { requestsPerMinute: 1, postgres }, realClock);
    const blocker = connect(t);
    const client = await blocker.connect();
    await client.query('BEGIN; LOCK TABLE payment_limits');
    const statuses = await statusesOf(proxyUrl, proxyUrl);
    await client.query('ROLLBACK');
    client.release();
    assert.deepEqual(statuses, [402, 429]);
  });

  it('count per proxy while PostgreSQL is away', async (t) => {
    const postgres = connect(t);
    await server.kill();
    t.after(() => server.startAgain());
    const { proxyUrl } = await start(t, { requestsPerMinute: 1, postgres });
    assert.deepEqual(await statusesOf(proxyUrl, proxyUrl), [402, 429]);
  });
});
