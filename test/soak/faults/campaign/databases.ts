import { startPostgresServer } from '../../../support/postgres-server.js';
import { startRedisServer } from '../../../support/redis-server.js';

/** The databases of all orders. Each one starts on demand. */
export interface Databases {
  /** The port of a Redis. */
  redis(): Promise<number>;
  /** The connection string of a PostgreSQL. */
  postgres(): Promise<string>;
  stop(): Promise<void>;
}

export function lazyDatabases(): Databases {
  let redis: ReturnType<typeof startRedisServer> | undefined;
  let postgres: ReturnType<typeof startPostgresServer> | undefined;
  return {
    redis: async () => (await (redis ??= startRedisServer())).port,
    postgres: async () => (await (postgres ??= startPostgresServer())).url,
    stop: async () => {
      await (await redis)?.stop();
      await (await postgres)?.stop();
    },
  };
}
