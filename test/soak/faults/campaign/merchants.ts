import { Redis } from 'ioredis';
import pg from 'pg';
import { createPaymentProxy } from '../../../../src/proxy/index.js';
import type { AttemptStore } from '../../../../src/proxy/attempts/store.js';
import { openLmdbStore } from '../../../../src/proxy/attempts/stores/lmdb.js';
import { createMemoryStore } from '../../../../src/proxy/attempts/stores/memory.js';
import { createPostgresStore, migratePostgresStore } from '../../../../src/proxy/attempts/stores/postgres.js';
import { createRedisStore } from '../../../../src/proxy/attempts/stores/redis.js';
import { startServer } from '../../../support/node-servers.js';
import type { Scope } from '../../../support/scope.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { createShop } from '../shop.js';
import type { Databases } from './databases.js';
import { withHiccups } from './flaky-store.js';
import { passThrough } from './pass-through.js';
import type { MerchantKind, OrderPlan } from './plan.js';
import { SHORT_TIMES, startMortalProxy } from './mortal-proxy.js';

/** A server with one of a merchant's proxies. */
export interface MerchantProxy {
  /** `http://host:port`; the proxy is below `/pay`. */
  readonly origin: string;
  /** Kills and restarts its process, if it has its own. */
  kill(): Promise<void>;
  /** Resolves when no payment is in progress. It still answers questions. */
  settled(): Promise<void>;
}

export interface MerchantOptions {
  readonly plan: OrderPlan;
  /** The service's URL for each proxy. */
  readonly baseUrls: readonly string[];
  readonly apiKey: string;
  readonly databases: Databases;
}

const nothing = () => Promise.resolve();

/** Starts the merchant's proxies. */
export async function startMerchant(t: Scope, options: MerchantOptions): Promise<MerchantProxy[]> {
  const { merchant } = options.plan;
  if (merchant === 'bare' || merchant === 'broken') return startPassThrough(t, options);
  if (merchant === 'program') return startPrograms(t, options);
  const open = await STORES[merchant](t, options);
  const started: MerchantProxy[] = [];
  for (const [index, baseUrl] of options.baseUrls.entries()) {
    let isOver = false;
    const store = withHiccups(await open(), options.plan.proxies[index]?.hiccups ?? [], () => isOver);
    const proxy = createPaymentProxy({
      baseUrl,
      store,
      apiKey: options.apiKey,
      mode: 'test',
      trustBrowserAmount: true,
      limits: { attemptsPerClient: false },
      logger: () => undefined, // it would log each fault
    });
    const origin = await startServer(t, createShop(proxy));
    started.push({
      origin,
      kill: nothing,
      settled: async () => {
        await proxy.close();
        isOver = true;
      },
    });
  }
  return started;
}

async function startPassThrough(t: Scope, { plan, baseUrls, apiKey }: MerchantOptions): Promise<MerchantProxy[]> {
  const config = plan.merchant === 'broken' ? { mode: 'test', idempotency: true, recovery: false } : undefined;
  const origins = baseUrls.map((baseUrl) => startServer(t, createShop(passThrough({ baseUrl, apiKey, config }))));
  return (await Promise.all(origins)).map((origin) => ({ origin, kill: nothing, settled: nothing }));
}

async function startPrograms(t: Scope, { plan, baseUrls, apiKey }: MerchantOptions): Promise<MerchantProxy[]> {
  const { restart } = plan;
  const settings = { PAYMENTS_API_KEY: apiKey, PAYMENTS_STORE: `lmdb:${await temporaryFolder(t)}` };
  const start = (baseUrl: string) =>
    startMortalProxy(t, { settings: { ...settings, PAYMENTS_BASE_URL: baseUrl }, times: SHORT_TIMES, restart });
  return Promise.all(baseUrls.map(start));
}

type Opener = (t: Scope, options: MerchantOptions) => Promise<() => Promise<AttemptStore>>;

/** Opens the store for each proxy of a merchant: the same data, each with its own connection where possible. */
const STORES: Readonly<Record<Exclude<MerchantKind, 'bare' | 'broken' | 'program'>, Opener>> = {
  memory: () => {
    const store = createMemoryStore();
    return Promise.resolve(() => Promise.resolve(store));
  },
  lmdb: async (t) => {
    const path = await temporaryFolder(t);
    return async () => {
      const store = await openLmdbStore({ path });
      t.after(() => store.close?.());
      return store;
    };
  },
  postgres: async (t, { databases }) => {
    const connectionString = await databases.postgres();
    const table = `order_${crypto.randomUUID().replaceAll('-', '')}`;
    return async () => {
      const pool = new pg.Pool({ connectionString, max: 1 }); // the server has few connections for all orders
      pool.on('error', () => undefined); // each query reports it
      t.after(() => pool.end());
      await migratePostgresStore(pool, { table });
      return createPostgresStore(pool, { table });
    };
  },
  redis: async (t, { databases }) => {
    const port = await databases.redis();
    const prefix = `{campaign-${crypto.randomUUID()}}:`;
    return () => {
      const client = new Redis(port);
      t.after(() => {
        client.disconnect();
      });
      return Promise.resolve(createRedisStore(client, { prefix }));
    };
  },
};
