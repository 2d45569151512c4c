import { startPostgresServer } from '../../support/postgres-server.js';
import { startRedisServer } from '../../support/redis-server.js';
import type { Scope } from '../../support/scope.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** The server of a store, which can be killed. */
export interface StoreServer {
  readonly port: number;
  kill(): Promise<void>;
  startAgain(): Promise<void>;
}

/** A store that several proxies share. */
export interface SharedStore {
  /** As in `PAYMENTS_STORE`. */
  readonly url: string;
  /** LMDB has none: it is in the processes of the proxies. */
  readonly server?: StoreServer;
}

export const STORES = {
  LMDB: async (t: Scope): Promise<SharedStore> => ({ url: `lmdb:${await temporaryFolder(t)}` }),
  PostgreSQL: async (t: Scope): Promise<SharedStore> => {
    const server = await startPostgresServer();
    t.after(() => server.stop());
    return { url: server.url, server };
  },
  Redis: async (t: Scope): Promise<SharedStore> => {
    const server = await startRedisServer();
    t.after(() => server.stop());
    return { url: `redis://127.0.0.1:${server.port}`, server };
  },
};

export type StoreName = keyof typeof STORES;
