import { startPostgresServer } from '../../../support/postgres-server.js';
import { startRedisServer } from '../../../support/redis-server.js';

/** A database server that can be killed. */
export interface Database {
  readonly port: number;
  /** As in `PAYMENTS_STORE`. */
  readonly url: string;
  kill(): Promise<void>;
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

export const DATABASES = {
  Redis: async (): Promise<Database> => {
    const server = await startRedisServer();
    return { ...server, url: `redis://127.0.0.1:${server.port}` };
  },
  PostgreSQL: (): Promise<Database> => startPostgresServer(),
};

export type DatabaseName = keyof typeof DATABASES;
