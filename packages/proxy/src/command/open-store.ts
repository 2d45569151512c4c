import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codesOf } from '../base/errors.js';
import { cached } from '../base/once.js';
import type { LimitOptions } from '../options/options.js';
import { SettingError } from '../options/settings.js';
import { openLmdbStore } from '../stores/lmdb.js';
import { createMemoryStore } from '../stores/memory.js';
import { createPostgresStore, migratePostgresStore, type PostgresPool } from '../stores/postgres.js';
import { createRedisStore } from '../stores/redis.js';
import { inMode, type AttemptStore } from '../stores/store.js';
import { CommandError, type Environment } from './command-line.js';
import { readProgramSettings } from './settings.js';

interface ProgramStore {
  readonly store: AttemptStore;
  readonly limits?: Partial<LimitOptions>;
}

const KINDS = [
  { matches: /^lmdb:/, needs: 'lmdb', open: openLmdb },
  { matches: /^rediss?:/, needs: 'ioredis', open: openRedis },
  { matches: /^postgres(ql)?:/, needs: 'pg', open: openPostgres },
];

/** @throws {SettingError} if its package is not installed */
export async function openStore(setting: string): Promise<ProgramStore> {
  await loadStorePackage(setting);
  return kindOf(setting)?.open(setting) ?? { store: createMemoryStore() };
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
  return { store: await openLmdbStore({ path: setting.slice('lmdb:'.length) }) };
}

async function openRedis(setting: string): Promise<ProgramStore> {
  const { Redis } = await import('ioredis');
  // The limits are short, since a shopper waits meanwhile.
  const client = new Redis(setting, { connectTimeout: 3000, commandTimeout: 5000, maxRetriesPerRequest: 1 });
  client.on('error', () => undefined); // each failed command is logged by the proxy
  const close = () => {
    client.disconnect();
    return Promise.resolve();
  };
  return { store: { ...createRedisStore(client), close }, limits: { redis: client } };
}

async function openPostgres(setting: string): Promise<ProgramStore> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: setting, connectionTimeoutMillis: 3000, query_timeout: 5000 });
  pool.on('error', () => undefined); // each failed query is logged by the proxy
  const migrate = cached(() => migratePostgresStore(pool));
  // The server may start after the program, as Redis may. Until then, /readyz reports it, and nothing is sent.
  migrate().catch(() => undefined);
  const migrated: PostgresPool = {
    async query(statement) {
      await migrate();
      return pool.query(statement);
    },
  };
  const close = () => pool.end();
  return { store: { ...createPostgresStore(migrated), close }, limits: { postgres: migrated } };
}

/** Opens the store for the commands beside the program. */
export async function withAttempts(
  env: Environment,
  config: string | undefined,
  use: (store: AttemptStore, mode: string) => Promise<number>,
): Promise<number> {
  const { PAYMENTS_STORE, PAYMENTS_MODE } = readProgramSettings(env, config, ['PAYMENTS_STORE', 'PAYMENTS_MODE']);
  const mode = String(PAYMENTS_MODE);
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
    await opened.store.close?.();
  }
}

/** A command creates no store: the program could not read the files of another account. */
function checkPlace(setting: string): void {
  if (setting === 'memory:') {
    throw new CommandError('PAYMENTS_STORE is memory:, which no other process than the program can read.');
  }
  const path = /^lmdb:(.+)/.exec(setting)?.[1];
  if (path === undefined) return;
  if (existsSync(path) && (statSync(path).isFile() || existsSync(join(path, 'data.mdb')))) return;
  throw new CommandError(
    `There is no store at the path in PAYMENTS_STORE, as seen from ${process.cwd()}. Run the command with the settings and in the ` +
      'folder of the program.',
  );
}
