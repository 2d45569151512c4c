import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createClient } from '@redis/client';
import { Redis } from 'ioredis';
import { Database } from '../../demo/data/database.js';
import { createTableStore } from '../../demo/shop/attempt-store.js';
import type { AttemptStore } from '../../src/proxy/store.js';
import { openLmdbStore } from '../../src/proxy/stores/lmdb.js';
import { createMemoryStore } from '../../src/proxy/stores/memory.js';
import { createRedisStore } from '../../src/proxy/stores/redis.js';
import { startRedisServer, type RedisServer } from './redis-server.js';
import type { Scope } from './scope.js';

/** A kind of store, once for a file of tests. */
export interface StoreKind {
  readonly name: string;
  /** To be called before its tests. */
  start(): Promise<void>;
  /** To be called after its tests. */
  stop(): Promise<void>;
  /** A store with nothing in it, opened twice: two users of the same data. */
  open(t: TestContext): Promise<readonly [AttemptStore, AttemptStore]>;
}

/** Every store that there is, over real databases. */
export function everyStore(): readonly StoreKind[] {
  return [memory, lmdb, ioredis(), nodeRedis(), demoShop];
}

const nothing = () => Promise.resolve();

const memory: StoreKind = {
  name: 'memory',
  start: nothing,
  stop: nothing,
  open() {
    const store = createMemoryStore();
    return Promise.resolve([store, store]);
  },
};

const lmdb: StoreKind = {
  name: 'LMDB',
  start: nothing,
  stop: nothing,
  async open(t) {
    const path = await temporaryFolder(t);
    const stores = [await openLmdbStore({ path }), await openLmdbStore({ path })] as const;
    t.after(async () => {
      for (const store of stores) await store.close?.();
    });
    return stores;
  },
};

/** A folder that is gone after its scope, such as a test. */
export async function temporaryFolder(t: Scope): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'attempts-'));
  t.after(() => rm(path, { recursive: true }));
  return path;
}

/** What the demo's shop remembers attempts in: one process, one file. */
const demoShop: StoreKind = {
  name: 'the file of the demo',
  start: nothing,
  stop: nothing,
  async open(t) {
    const database = await Database.open(join(await temporaryFolder(t), 'shop.db'));
    const store = createTableStore(database.table('attempts'));
    t.after(() => database.close());
    return [store, store];
  },
};

let places = 0;
const newPrefix = () => ({ prefix: `{test-${++places}}:` });

function ioredis(): StoreKind {
  let server: RedisServer;
  let clients: [Redis, Redis];
  return {
    name: 'Redis by ioredis',
    async start() {
      server = await startRedisServer();
      clients = [new Redis(server.port), new Redis(server.port)];
    },
    async stop() {
      for (const client of clients) client.disconnect();
      await server.stop();
    },
    open() {
      const prefix = newPrefix();
      return Promise.resolve([createRedisStore(clients[0], prefix), createRedisStore(clients[1], prefix)]);
    },
  };
}

function nodeRedis(): StoreKind {
  const connect = (port: number) => createClient({ socket: { port } }).connect();
  let server: RedisServer;
  let clients: [Awaited<ReturnType<typeof connect>>, Awaited<ReturnType<typeof connect>>];
  return {
    name: 'Redis by node-redis',
    async start() {
      server = await startRedisServer();
      clients = [await connect(server.port), await connect(server.port)];
    },
    async stop() {
      for (const client of clients) client.destroy();
      await server.stop();
    },
    open() {
      const prefix = newPrefix();
      return Promise.resolve([createRedisStore(clients[0], prefix), createRedisStore(clients[1], prefix)]);
    },
  };
}
