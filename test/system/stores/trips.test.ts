import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createClient } from '@redis/client';
import { Redis } from 'ioredis';
import pg from 'pg';
import { createPostgresStore, migratePostgresStore } from 'payment-widget-proxy/stores/postgres';
import { createRedisStore } from 'payment-widget-proxy/stores/redis';
import { startPostgresServer } from '../../support/postgres-server.js';
import { startRedisServer } from '../../support/redis-server.js';
import { tripsOfPayment, type CountedStore } from '../../support/trips.js';
import { until } from '../../support/until.js';

/** The commands that clients have sent to a Redis server, without those of scripts. */
async function monitor(t: TestContext, port: number) {
  const observer = new Redis(port);
  observer.on('error', () => undefined);
  const commands: string[] = [];
  const watching = await observer.monitor();
  watching.on('error', () => undefined);
  watching.on('monitor', (_time: string, [command = '', argument = '']: string[], source: string) => {
    if (source !== 'lua') commands.push(command.toLowerCase() === 'echo' ? argument : command.toLowerCase());
  });
  t.after(() => {
    watching.disconnect();
    observer.disconnect();
  });
  let marks = 0;
  /** All until now. */
  return async () => {
    const mark = `mark ${++marks}`;
    await observer.echo(mark);
    await until(() => commands.includes(mark));
    return commands.filter((command) => !command.startsWith('mark '));
  };
}

async function startRedis(t: TestContext) {
  const server = await startRedisServer();
  t.after(() => server.stop());
  return { port: server.port, commands: await monitor(t, server.port) };
}

async function openIoRedis(t: TestContext): Promise<CountedStore> {
  const { port, commands } = await startRedis(t);
  const redis = new Redis(port);
  redis.on('error', () => undefined); // the server ends first
  t.after(() => {
    redis.disconnect();
  });
  await redis.ping(); // until it is connected, a proxy counts for itself
  return { store: createRedisStore(redis), limits: { redis }, trips: async () => (await commands()).length };
}

async function openNodeRedis(t: TestContext): Promise<CountedStore> {
  const { port, commands } = await startRedis(t);
  const redis = createClient({ socket: { port } });
  redis.on('error', () => undefined); // the server ends first
  await redis.connect();
  t.after(() => {
    redis.destroy();
  });
  return { store: createRedisStore(redis), limits: { redis }, trips: async () => (await commands()).length };
}

async function startPostgres(t: TestContext) {
  const server = await startPostgresServer({ shared_preload_libraries: 'pg_stat_statements' });
  const [observer, postgres] = [1, 2].map(() => new pg.Pool({ connectionString: server.url, max: 1 })) as [
    pg.Pool,
    pg.Pool,
  ];
  t.after(async () => {
    await Promise.all([observer.end(), postgres.end()]);
    await server.stop();
  });
  await observer.query('CREATE EXTENSION pg_stat_statements');
  await migratePostgresStore(postgres);
  return { observer, postgres };
}

async function openPostgres(t: TestContext): Promise<CountedStore> {
  const { observer, postgres } = await startPostgres(t);
  const trips = async () => {
    // Once a minute, expired values are deleted.
    const { rows } = await observer.query<{ calls: string }>(
      `SELECT sum(calls) AS calls FROM pg_stat_statements WHERE query NOT LIKE '%SKIP LOCKED%' AND query NOT LIKE '%pg_stat%'`,
    );
    return Number(rows[0]?.calls);
  };
  return { store: createPostgresStore(postgres), limits: { postgres }, trips };
}

const STORES = { 'Redis, by ioredis': openIoRedis, 'Redis, by node-redis': openNodeRedis, PostgreSQL: openPostgres };

for (const [name, open] of Object.entries(STORES)) {
  describe(`a payment with ${name}`, () => {
    it('makes 3 statements: claim, sent, outcome', async (t) => {
      assert.equal(await tripsOfPayment(await open(t)), 3);
    });

    it('makes 4 with shared limits', async (t) => {
      const store = await open(t);
      const limits = {
        ...store.limits,
        attemptsPerReference: 10,
        attemptsPerClient: 10,
        clientId: () => '203.0.113.9',
      };
      assert.equal(await tripsOfPayment(store, { limits }), 4);
    });

    it('makes 5 with onSettled', async (t) => {
      assert.equal(await tripsOfPayment(await open(t), { onSettled: () => undefined }), 5);
    });
  });
}

it('Redis gets the digest of a script, and its text once', async (t) => {
  const { port, commands } = await startRedis(t);
  const redis = new Redis(port);
  redis.on('error', () => undefined);
  t.after(() => {
    redis.disconnect();
  });
  const store = createRedisStore(redis);
  for (const name of ['a', 'b', 'c']) await store.read([name]);
  const sent = (await commands()).filter((command) => command.startsWith('eval'));
  assert.deepEqual(sent, ['evalsha', 'eval', 'evalsha', 'evalsha']);
});

it('PostgreSQL parses a statement once per connection', async (t) => {
  const { postgres } = await startPostgres(t);
  const store = createPostgresStore(postgres);
  for (const name of ['a', 'b', 'c']) await store.read([name]);
  const { rows } = await postgres.query<{ calls: string }>(
    `SELECT generic_plans + custom_plans AS calls FROM pg_prepared_statements WHERE name = 'read payment_attempts'`,
  );
  assert.deepEqual(rows, [{ calls: '3' }]);
});
