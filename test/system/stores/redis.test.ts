import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { Redis } from 'ioredis';
import { Attempts } from 'payment-widget-proxy/attempts/attempts';
import type { AttemptStore } from 'payment-widget-proxy/stores/store';
import { createRedisStore } from 'payment-widget-proxy/stores/redis';
import { Relay } from 'payment-widget-testing/store-tests/relay';
import { add, valueOf } from 'payment-widget-testing/store-tests/support';
import { startRedisServer } from '../../support/redis-server.js';
import { testStore } from '../../support/store-suite.js';

const DAY = 24 * 60 * 60 * 1000;

const server = await startRedisServer();
after(() => server.stop());
const connection = { host: '127.0.0.1', port: server.port };

describe('Redis with ioredis', () => {
  testStore('redis.ts', { connection });
});
describe('Redis with node-redis', () => {
  testStore('node-redis.ts', { connection });
});

describe('Redis store', () => {
  it('keeps a confirmed write when the server is killed', async (t) => {
    const server = await startRedisServer();
    const client = new Redis(server.port);
    t.after(async () => {
      client.disconnect();
      await server.stop();
    });
    const store = createRedisStore(client);
    await store.swap([add('a', '1')]);
    await server.crash();
    assert.equal(await valueOf(store, 'a'), '1');
  });

  it('keeps it while the clock of the server goes back and is set right again and again', async (t) => {
    const server = await startRedisServer();
    const client = new Redis(server.port);
    t.after(async () => {
      client.disconnect();
      await server.stop();
    });
    const store = createRedisStore(client);
    await store.swap([add('paid', '1', 31 * DAY)]);
    for (let flip = 1; flip <= 40; flip++) {
      await client.hincrby('{payments}::clock', 'seen', -2 * DAY);
      await store.swap([add(`right ${flip}`, '1')]);
    }
    assert.equal(await valueOf(store, 'paid'), '1');
  });

  it('keeps what was written while the clock of the server was 40 days behind, when it is set right', async (t) => {
    const server = await startRedisServer();
    const client = new Redis(server.port);
    t.after(async () => {
      client.disconnect();
      await server.stop();
    });
    const store = createRedisStore(client);
    await store.swap([add('paid', '1', 31 * DAY), add('lease', '1', DAY / 2)]);
    for (const field of ['seen', 'reached', 'highest']) await client.hincrby('{payments}::clock', field, -40 * DAY);
    for (const name of ['paid', 'lease']) await client.zincrby('{payments}::expiring', -40 * DAY, `{payments}:${name}`);
    await store.swap([add('other', '1')]);
    assert.deepEqual(await store.read(['paid', 'lease', 'other']), ['1', undefined, '1']);
    assert.deepEqual((await client.keys('*')).includes('{payments}:lease'), false);
  });

  it('refuses to read from a replica, whose data may be old', async (t) => {
    const [primary, replica] = [await startRedisServer(), await startRedisServer()];
    const client = new Redis(replica.port);
    t.after(async () => {
      client.disconnect();
      await Promise.all([primary.stop(), replica.stop()]);
    });
    await client.replicaof('127.0.0.1', primary.port);
    await assert.rejects(createRedisStore(client).read(['attempt']), /READONLY/);
  });

  it('recognizes its own write when the client repeats a command whose answer was lost', async (t) => {
    const server = await startRedisServer();
    const relay = new Relay({ host: '127.0.0.1', port: server.port });
    const client = new Redis((await relay.start()).port);
    t.after(async () => {
      client.disconnect();
      relay.stop();
      await server.stop();
    });
    const store = createRedisStore(client);
    const losing: AttemptStore = {
      ...store,
      swap(changes) {
        relay.cutAt('answer', 1);
        return store.swap(changes);
      },
    };
    const attempts = new Attempts(losing);
    const result = await attempts.claim({ key: 'key-1', reference: 'order-1042', fingerprint: 'content-1' });
    assert.ok(result.kind === 'claimed');
    await attempts.finish(await attempts.markSent(result.claim), 'succeeded');
    assert.equal((await attempts.find('key-1'))?.state, 'succeeded');
  });
});
