import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inMode, type AttemptStore } from '../stores/store.js';
import type { PostgresPool } from '../stores/postgres.js';
import type { LimitOptions } from '../options.js';
import { codesOf } from '../log.js';
import { CommandError, type Environment } from './command-line.js';
import { readProgramSettings, SettingError } from './settings.js';

export interface ProgramStore {
  readonly store: AttemptStore;
  readonly limits: Partial<LimitOptions>;
  close(): Promise<void>;
}

const KINDS = [
  { matches: /^lmdb:/, needs: 'lmdb', open: openLmdb },
  { matches: /^rediss?:/, needs: 'ioredis', open: openRedis },
  { matches: /^postgres(ql)?:/, needs: 'pg', open: openPostgres },
];

/** @throws {SettingError} if its package is not installed */
export async function openStore(setting: string): Promise<ProgramStore> {
  await loadStorePackage(setting);
  return (kindOf(setting)?.open ?? openMemory)(setting);
}

/** @throws {SettingError} if the package that a store needs is not installed; the message has no password */
export async function loadStorePackage(setting: string): Promise<void> {
  const { needs } = kindOf(setting) ?? {};
  if (needs === undefined) return;
  await import(/* @vite-ignore */ needs).catch((cause: unknown) => {
    const scheme = /^\w+:(\/\/)?/.exec(setting)?.[0] ?? '';
    const text = `is ${scheme}…, but the package "${needs}" is not installed. Run \`npm install ${needs}\`.`;
    throw new SettingError(text, { cause });
  });
}

const kindOf = (setting: string) => KINDS.find(({ matches }) => matches.test(setting));

async function openLmdb(setting: string): Promise<ProgramStore> {
  const { openLmdbStore } = await import('../stores/lmdb.js');
  const store = await openLmdbStore({ path: setting.slice('lmdb:'.length) });
  return { store, limits: {}, close: async () => store.close?.() };
}

async function openRedis(setting: string): Promise<ProgramStore> {
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

async function openPostgres(setting: string): Promise<ProgramStore> {
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

async function openMemory(): Promise<ProgramStore> {
  const { createMemoryStore } = await import('../stores/memory.js');
  return { store: createMemoryStore(), limits: {}, close: () => Promise.resolve() };
}

/** For the commands beside the program. */
export async function withAttempts(
  env: Environment,
  config: string | undefined,
  use: (store: AttemptStore, mode: string) => Promise<number>,
): Promise<number> {
  const { PAYMENTS_STORE, PAYMENTS_MODE: mode } = readProgramSettings(env, config, ['PAYMENTS_STORE', 'PAYMENTS_MODE']);
  return withStore(PAYMENTS_STORE, (store) => use(inMode(mode, store), mode));
}

export async function withStore<T>(setting: string, use: (store: AttemptStore) => Promise<T>): Promise<T> {
  checkPlace(setting);
  const opened = await openStore(setting).catch((error: unknown) => {
    const isWrong = error instanceof SettingError;
    throw new CommandError(`PAYMENTS_STORE ${isWrong ? error.message : `cannot be opened (${codesOf(error)}).`}`);
  });
  try {
    return await use(opened.store);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`The store in PAYMENTS_STORE failed (${codesOf(error)}).`);
  } finally {
    await opened.close();
  }
}

/** A command creates no store: the program could not read the files of another account. */
function checkPlace(setting: string): void {
  if (setting === 'memory:') {
    throw new CommandError('PAYMENTS_STORE is memory:, which no other process than the program can read.');
  }
  const path = /^lmdb:(.+)/.exec(setting)?.[1];
  const folder = path === undefined ? undefined : resolve(path);
  if (
    folder === undefined ||
    (existsSync(folder) && (statSync(folder).isFile() || existsSync(join(folder, 'data.mdb'))))
  ) {
    return;
  }
  throw new CommandError(
    `PAYMENTS_STORE is ${setting}, but there is no store at ${folder}. Run the command with the settings and in the folder ` +
      'of the program.',
  );
}
