import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createClient } from '@redis/client';
import { Redis } from 'ioredis';
import { Attempts } from '../../../src/proxy/attempts/attempts.js';
import type { AttemptStore } from '../../../src/proxy/attempts/store.js';
import { createRedisStore, type RedisClient } from '../../../src/proxy/attempts/stores/redis.js';
import { startRedisServer, type RedisServer } from '../../support/redis-server.js';
import { startRelay } from '../../support/relay.js';
import { add, testStore, valueOf, type StoreKind } from '../../support/store-contract.js';
import { until } from '../../support/until.js';

interface Connection {
  readonly client: RedisClient;
  /** The server's clock: seconds and microseconds. */
  readonly time: () => Promise<unknown>;
  readonly close: () => void;
}

function connectIoredis(port: number): Promise<Connection> {
  const client = new Redis(port);
  return Promise.resolve({
    client,
    time: () => client.time(),
    close: () => {
      client.disconnect();
    },
  });
}

async function connectNodeRedis(port: number): Promise<Connection> {
  const client = createClient({ socket: { port } });
  client.on('error', () => undefined);
  await client.connect();
  return {
    client,
    time: () => client.sendCommand(['TIME']),
    close: () => {
      client.destroy();
    },
  };
}

let prefixes = 0;

function redisStore(name: string, connect: (port: number) => Promise<Connection>): StoreKind {
  let server: RedisServer;
  let connections: readonly [Connection, Connection];
  const now = async () => {
    const [seconds, microseconds] = (await connections[0].time()) as [unknown, unknown];
    return Number(seconds) * 1000 + Number(microseconds) / 1000;
  };
  return {
    name,
    async start() {
      server = await startRedisServer();
      connections = [await connect(server.port), await connect(server.port)];
    },
    async stop() {
      for (const { close } of connections) close();
      await server.stop();
    },
    open() {
      const prefix = `{test-${++prefixes}}:`;
      const [one, other] = connections;
      return Promise.resolve([createRedisStore(one.client, { prefix }), createRedisStore(other.client, { prefix })]);
    },
    async pass(ms) {
      const end = (await now()) + ms + 1; // Redis rounds to milliseconds
      await until(async () => (await now()) >= end);
    },
    async passDays(days) {
      const client = new Redis(server.port);
      await client.eval(DELETE_EXPIRING, 0, `{test-${prefixes}}:*`, days * 24 * 60 * 60 * 1000);
      client.disconnect();
    },
  };
}

/** Redis reads the system's clock, so this deletes what will have expired then. */
const DELETE_EXPIRING = `
for _, name in ipairs(redis.call('KEYS', ARGV[1])) do
  local left = redis.call('PTTL', name)
  if left >= 0 and left <= tonumber(ARGV[2]) then redis.call('DEL', name) end
end`;

testStore(redisStore('Redis with ioredis', connectIoredis));
testStore(redisStore('Redis with node-redis', connectNodeRedis));

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

  it('lists values that an earlier version has written, which had no set of lasting ones', async (t) => {
    const server = await startRedisServer();
    const client = new Redis(server.port);
    t.after(async () => {
      client.disconnect();
      await server.stop();
    });
    const names = Array.from({ length: 1200 }, (_, index) => `a:${index}`);
    await client.mset(names.flatMap((name) => [`{payments}:${name}`, '1']));
    await client.set('{payments}:b', '1', 'PX', 60_000);
    await client.set('other', '1');
    const found: string[] = [];
    for await (const [name] of createRedisStore(client).list?.('', { lasting: true }) ?? []) found.push(name);
    assert.deepEqual(found.sort(), names.sort());
  });

  it('rejects when there is no server', async (t) => {
    const server = await startRedisServer();
    const client = new Redis(server.port, { maxRetriesPerRequest: 1 });
    client.on('error', () => undefined);
    t.after(() => {
      client.disconnect();
    });
    await client.ping();
    await server.stop();
    await assert.rejects(createRedisStore(client).swap([add('a', '1')]));
  });

  it('puts all names into one slot of a cluster by default', async (t) => {
    const server = await startRedisServer();
    const client = new Redis(server.port);
    t.after(async () => {
      client.disconnect();
      await server.stop();
    });
    await createRedisStore(client).swap([add('a', '1'), add('b', '1')]);
    assert.deepEqual((await client.keys('*')).sort(), ['{payments}::lasting', '{payments}:a', '{payments}:b']);
  });

  it('recognizes its own write when the client repeats a command whose answer was lost', async (t) => {
    const server = await startRedisServer();
    const relay = await startRelay(t, server.port);
    const client = new Redis(relay.port);
    t.after(async () => {
      client.disconnect();
      await server.stop();
    });
    const store = createRedisStore(client);
    const losing: AttemptStore = {
      read: (names) => store.read(names),
      swap(changes) {
        relay.loseNextAnswer();
        return store.swap(changes);
      },
    };
    const attempts = new Attempts(losing);
    const result = await attempts.claim({ key: 'key-1', reference: 'order-1042', fingerprint: 'content-1' });
    assert.ok(result.kind === 'claimed');
    await attempts.markSent(result.claim);
    await attempts.finish(result.claim, 'succeeded');
    assert.equal((await attempts.find('key-1'))?.state, 'succeeded');
  });
});
