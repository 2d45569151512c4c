import { createServer } from 'node:http';
import {
  createOrderToken,
  createPaymentProxy,
  ProxyConfigurationError,
  type AttemptStore,
  type PaymentProxyOptions,
} from 'payment-widget-proxy';
import { openLmdbStore } from 'payment-widget-proxy/stores/lmdb';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import { createPostgresStore, migratePostgresStore } from 'payment-widget-proxy/stores/postgres';
import { createRedisStore } from 'payment-widget-proxy/stores/redis';
import { testStore, type OpenStore } from 'payment-widget-testing/store';

// Compiled by types.test.ts with the types of Node, and none of the DOM.

const stores: AttemptStore[] = [await openLmdbStore({ path: 'attempts' }), createMemoryStore()];
const fromPostgres: typeof createPostgresStore = createPostgresStore;
const fromRedis: typeof createRedisStore = createRedisStore;

const options: PaymentProxyOptions = {
  baseUrl: '',
  apiKey: '',
  mode: 'test',
  store: stores[0],
  resolvePayment: ({ reference }) => (reference === 'order-1042' ? { amount: 4999, currency: 'EUR' } : undefined),
};

const withTokens: PaymentProxyOptions = { baseUrl: '', apiKey: '', mode: 'test', orderTokenSecret: ['new', 'old'] };
const token: string = await createOrderToken({ reference: 'order-1042', amount: 4999, currency: 'EUR' }, 'new');
console.log(withTokens, token);

// @ts-expect-error The browser's amount and a token exclude each other.
const both: PaymentProxyOptions = { ...withTokens, trustBrowserAmount: true };
console.log(both);

try {
  const proxy = createPaymentProxy(options);
  const answer: Response = await proxy(new Request('http://localhost/pay/config'));
  createServer().close();
  console.log(answer.status, fromPostgres, migratePostgresStore, fromRedis);
} catch (error) {
  if (error instanceof ProxyConfigurationError) console.error(error.message);
}

export const open: OpenStore = (address) => ({
  store: createMemoryStore(),
  close: () => console.log(address?.host, address?.port),
});

testStore({ module: 'file:///open-store.mjs', processes: 2, connection: { host: 'localhost', port: 5432 } });
testStore({ module: 'file:///open-store.mjs', connection: false });
// @ts-expect-error A function cannot be given to other processes.
testStore({ module: open });
