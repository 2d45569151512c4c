import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { Scope } from '../../support/scope.js';
import type { Database } from '../faults/database-campaign/databases.js';

/** How long the limit counts before it starts again, in ms. */
export const WINDOW = 60_000;
const KEY = 'payments-limits:test:service';
const POLL = 100;
/** Two ends that differ by less are the same: clocks are read in turn. */
const TOLERANCE = 500;

/** In the time of the server, so that its delay does not matter. */
const LEFT = `local left = redis.call('PTTL', KEYS[1]) local now = redis.call('TIME')
return left > 0 and now[1] * 1000 + math.floor(now[2] / 1000) + left or 0`;

/**
 * Watches the counter of the limit in the database.
 * @returns when each of its windows began, in ms on the clock of `performance.now()`. It grows.
 */
export function watchWindows(t: Scope, database: Database): readonly number[] {
  const starts: number[] = [];
  const { ask, close } = database.url.startsWith('redis') ? inRedis(database) : inPostgres(database);
  let isOver = false;
  const watching = (async () => {
    for (; !isOver; await sleep(POLL)) {
      const end = await ask().catch(() => 0); // the database is down
      if (!end) continue;
      const start = end - WINDOW - performance.timeOrigin;
      if (Math.abs(start - (starts.at(-1) ?? -Infinity)) > TOLERANCE) starts.push(start);
    }
  })();
  t.after(async () => {
    isOver = true;
    await watching;
    await close();
  });
  return starts;
}

function inRedis({ port }: Database) {
  const redis = new Redis(port, { maxRetriesPerRequest: 0, commandTimeout: 1000, retryStrategy: () => 100 });
  redis.on('error', () => undefined);
  return {
    ask: async () => Number(await redis.eval(LEFT, 1, KEY)),
    close: () => {
      redis.disconnect();
      return Promise.resolve();
    },
  };
}

function inPostgres({ url }: Database) {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 1000, query_timeout: 1000 });
  pool.on('error', () => undefined);
  return {
    ask: async () => {
      const { rows } = await pool.query<{ expire: string }>(`SELECT expire FROM payment_limits WHERE key = $1`, [KEY]);
      return Number(rows[0]?.expire ?? 0);
    },
    close: () => pool.end(),
  };
}
