import type { LimitOptions } from '../options.js';
import type { AttemptStore } from '../stores/store.js';
import type { PostgresPool } from '../stores/postgres.js';
import { SettingError } from './settings/setting-readers.js';

export interface OpenedStore {
  readonly store: AttemptStore;
  readonly limits: Partial<LimitOptions>;
  close(): Promise<void>;
}

interface Kind {
  readonly matches: RegExp;
  readonly needs: string;
  readonly load: () => Promise<unknown>;
  readonly open: (setting: string) => Promise<OpenedStore>;
}

const KINDS: readonly Kind[] = [
  { matches: /^lmdb:/, needs: 'lmdb', load: () => import('lmdb'), open: openLmdb },
  { matches: /^rediss?:/, needs: 'ioredis', load: () => import('ioredis'), open: openRedis },
  { matches: /^postgres(ql)?:/, needs: 'pg', load: () => import('pg'), open: openPostgres },
];

/** @throws {SettingError} if its package is not installed */
export async function openStore(setting: string): Promise<OpenedStore> {
  await loadStorePackage(setting);
  return (kindOf(setting)?.open ?? openMemory)(setting);
}

/** @throws {SettingError} if the package that a store needs is not installed; the message has no password */
export async function loadStorePackage(setting: string): Promise<void> {
  const kind = kindOf(setting);
  await kind?.load().catch((cause: unknown) => {
    const scheme = /^\w+:(\/\/)?/.exec(setting)?.[0] ?? '';
    const text = `is ${scheme}…, but the package "${kind.needs}" is not installed. Run \`npm install ${kind.needs}\`.`;
    throw new SettingError(text, { cause });
  });
}

const kindOf = (setting: string) => KINDS.find(({ matches }) => matches.test(setting));

async function openLmdb(setting: string): Promise<OpenedStore> {
  const { openLmdbStore } = await import('../stores/lmdb.js');
  const store = await openLmdbStore({ path: setting.slice('lmdb:'.length) });
  return { store, limits: {}, close: async () => store.close?.() };
}

async function openRedis(setting: string): Promise<OpenedStore> {
  const [{ Redis }, { createRedisStore }] = await Promise.all([import('ioredis'), import('../stores/redis.js')]);
  // In ms. A shopper waits meanwhile.
  const client = new Redis(setting, { connectTimeout: 3000, commandTimeout: 5000, maxRetriesPerRequest: 1 });
  client.on('error', () => undefined); // each failed command is logged by the proxy
  return {
    store: createRedisStore(client),
    limits: { redis: client },
    close: () => {
      client.disconnect();
      return Promise.resolve();
    },
  };
}

async function openPostgres(setting: string): Promise<OpenedStore> {
  const [{ default: pg }, { createPostgresStore, migratePostgresStore }] = await Promise.all([
    import('pg'),
    import('../stores/postgres.js'),
  ]);
  const pool = new pg.Pool({ connectionString: setting, connectionTimeoutMillis: 3000, query_timeout: 5000 });
  pool.on('error', () => undefined); // each failed query is logged by the proxy
  let migrating: Promise<void> | undefined;
  const migrate = () =>
    (migrating ??= migratePostgresStore(pool).catch((cause: unknown) => {
      migrating = undefined;
      const what =
        'The tables in PAYMENTS_STORE cannot be created. See cause. Their SQL is payment-widget-proxy/stores/postgres.sql.';
      throw new Error(what, { cause });
    }));
  // The server may start after the program, as Redis may. Until then, /readyz reports it, and nothing is sent.
  migrate().catch(() => undefined);
  const migrated: PostgresPool = {
    async query(text, values) {
      await migrate();
      return pool.query(text, values);
    },
  };
  return { store: createPostgresStore(migrated), limits: { postgres: migrated }, close: () => pool.end() };
}

async function openMemory(): Promise<OpenedStore> {
  const { createMemoryStore } = await import('../stores/memory.js');
  return { store: createMemoryStore(), limits: {}, close: () => Promise.resolve() };
}
