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
const READ = `local left = redis.call('PTTL', KEYS[1]) local now = redis.call('TIME')
return {left > 0 and now[1] * 1000 + math.floor(now[2] / 1000) + left or 0, tonumber(redis.call('GET', KEYS[1])) or 0}`;

export interface Window {
  /** In ms on the clock of `performance.now()`. */
  readonly start: number;
  /** Requests that were counted so far. */
  counted: number;
}

/** Watches the counter of the limit in the database. Returns its windows, which grow. */
export function watchWindows(t: Scope, database: Database): readonly Window[] {
  const windows: Window[] = [];
  const { ask, close } = database.url.startsWith('redis') ? inRedis(database) : inPostgres(database);
  const watch = async () => {
    const { end, counted } = await ask();
    if (end === 0) return; // it has expired
    const start = end - WINDOW - performance.timeOrigin;
    const last = windows.at(-1);
    if (last && Math.abs(start - last.start) < TOLERANCE) last.counted = Math.max(last.counted, counted);
    else windows.push({ start, counted });
  };
  const stopped = new AbortController();
  const watching = (async () => {
    while (!stopped.signal.aborted) {
      await watch().catch(() => undefined); // the database is down
      await sleep(POLL);
    }
  })();
  t.after(async () => {
    stopped.abort();
    await watching;
    await close();
  });
  return windows;
}

function inRedis({ port }: Database) {
  const redis = new Redis(port, { maxRetriesPerRequest: 0, commandTimeout: 1000, retryStrategy: () => 100 });
  redis.on('error', () => undefined);
  return {
    ask: async () => {
      const [end, counted] = (await redis.eval(READ, 1, KEY)) as [number, number];
      return { end, counted };
    },
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
      const read = `SELECT expire, points FROM payment_limits WHERE key = $1`;
      const { rows } = await pool.query<{ expire: string; points: number }>(read, [KEY]);
      return { end: Number(rows[0]?.expire ?? 0), counted: rows[0]?.points ?? 0 };
    },
    close: () => pool.end(),
  };
}
