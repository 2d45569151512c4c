import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { Redis } from 'ioredis';
import { Pool } from 'pg';
import { listen } from '../../demo/listen.js';
import type { AttemptStore, PaymentProxyOptions } from 'payment-widget-proxy';
import { SERVICE_TIME_MS, type StoreName } from './contenders.js';

/**
 * One server of the comparison in its own process: `program.ts ROLE [SERVICE] [STORE LOCATION]`. Prints its address.
 * The payment proxy and its stores are the built ones.
 */

const [role = '', serviceUrl = '', store = '', location = ''] = process.argv.slice(2);

const ROLES: Readonly<Record<string, () => RequestListener | Promise<RequestListener>>> = {
  service,
  'pass-through': passThrough,
  'payment-proxy': paymentProxy,
};

const server = createServer(await ROLES[role]?.());
server.keepAliveTimeout = 600_000; // longer than clients keep idle connections, as behind a load balancer
console.log(await listen(server, 0));

function service(): RequestListener {
  const paid = JSON.stringify({ id: 'pay_1', status: 'succeeded', amount: 4999, currency: 'EUR' });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': paid.length };
  return (request, response) => {
    request.resume().on('end', () => setTimeout(() => response.writeHead(200, headers).end(paid), SERVICE_TIME_MS));
  };
}

function passThrough(): RequestListener {
  return (request, response) => {
    void text(request).then(async (body) => {
      const headers = {
        Authorization: 'Bearer sk_test',
        'Content-Type': 'application/json',
        'Idempotency-Key': String(request.headers['idempotency-key']),
      };
      const answer = await fetch(`${serviceUrl}/v1/payments`, { method: 'POST', headers, body, redirect: 'manual' });
      const answered = await answer.text();
      response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answered);
    });
  };
}

async function paymentProxy(): Promise<RequestListener> {
  const built = (file: string) =>
    import(join(import.meta.dirname, '../../packages/proxy/dist', file)) as Promise<
      Record<string, (...args: unknown[]) => unknown>
    >;
  const redis = store === 'redis' ? new Redis(Number(location)) : undefined;
  const postgres = store === 'postgres' ? new Pool({ connectionString: location }) : undefined;
  const stores: Readonly<Record<StoreName, () => Promise<unknown>>> = {
    memory: async () => (await built('stores/memory.js')).createMemoryStore?.(),
    lmdb: async () => (await built('stores/lmdb.js')).openLmdbStore?.({ path: location }),
    redis: async () => (await built('stores/redis.js')).createRedisStore?.(redis),
    postgres: async () => {
      const { migratePostgresStore, createPostgresStore } = await built('stores/postgres.js');
      await migratePostgresStore?.(postgres);
      return createPostgresStore?.(postgres);
    },
  };
  const { createPaymentProxy } = (await built('index.js')) as unknown as typeof import('payment-widget-proxy');
  const options: PaymentProxyOptions = {
    baseUrl: serviceUrl,
    store: (await stores[store as StoreName]()) as AttemptStore,
    apiKey: 'sk_test',
    mode: 'test',
    resolvePayment: () => ({ amount: 4999, currency: 'EUR' }),
    // As a shop with this traffic would set them. Machines that share a store share the counts.
    limits: {
      requestsPerMinute: 30_000,
      clientId: (request) => request.headers.get('Client-Address'),
      ...(redis && { redis }),
      ...(postgres && { postgres }),
    },
  };
  const proxy = createPaymentProxy(options);
  return createRequestListener((request: Request) => proxy(request));
}
