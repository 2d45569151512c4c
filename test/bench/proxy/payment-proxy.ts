import { createServer } from 'node:http';
import { join } from 'node:path';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { Redis } from 'ioredis';
import { listen } from '../../../src/node-server/listen.js';
import type { AttemptStore, PaymentProxyOptions } from '../../../src/proxy/index.js';
import type { StoreName } from './contenders.js';
import { KEEP_ALIVE } from './settings.js';

/** A server with the built payment proxy and one of the stores. Prints its address. */

const [baseUrl = '', store = '', location = ''] = process.argv.slice(2);
const dist = join(import.meta.dirname, '../../../dist');
const built = (file: string) => import(join(dist, file)) as Promise<Record<string, (...args: unknown[]) => unknown>>;
const redis = store === 'redis' ? new Redis(Number(location)) : undefined;

const STORES: Readonly<Record<StoreName, () => Promise<unknown>>> = {
  memory: async () => (await built('stores/memory.js')).createMemoryStore?.(),
  lmdb: async () => (await built('stores/lmdb.js')).openLmdbStore?.({ path: location }),
  redis: async () => (await built('stores/redis.js')).createRedisStore?.(redis),
};

const { createPaymentProxy } = (await built('proxy.js')) as unknown as typeof import('../../../src/proxy/index.js');
const options: PaymentProxyOptions = {
  baseUrl,
  store: (await STORES[store as StoreName]()) as AttemptStore,
  apiKey: 'sk_test',
  mode: 'test',
  resolvePayment: () => ({ amount: 4999, currency: 'EUR' }),
  // As a shop with this traffic would set them. Machines that share a store share the counts.
  limits: {
    requestsPerMinute: 30_000,
    clientId: (request) => request.headers.get('Client-Address'),
    ...(redis && { redis }),
  },
};
const proxy = createPaymentProxy(options);
const server = createServer(createRequestListener((request: Request) => proxy(request)));
server.keepAliveTimeout = KEEP_ALIVE;
console.log(await listen(server, 0));
