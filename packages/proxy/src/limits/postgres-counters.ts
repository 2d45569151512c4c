import { LIMITS_TABLE } from '../stores/postgres-migration.js';
import { createQuery, type PostgresPool } from '../stores/postgres-query.js';
import type { Counters } from './counters.js';

const MOMENT = `moment AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now)`;

/**
 * The keys are an array, each of which is looked up in the index: a join would read all rows. The rows are locked in one
 * order, so that no two payments wait for each other. Two payments can add the same row at once: then the count that is too
 * high refuses the second one.
 */
const TAKE = `
WITH ${MOMENT}, wanted AS (
  SELECT * FROM json_to_recordset($1::text::json) AS wanted(position integer, key text, most bigint, window_ms bigint)
), held AS (
  SELECT entry.key, entry.points, entry.expire FROM ${LIMITS_TABLE} AS entry
  WHERE entry.key = ANY (ARRAY(SELECT key FROM wanted)) ORDER BY entry.key DESC FOR UPDATE
), exhausted AS (
  SELECT position, expire FROM wanted JOIN held USING (key), moment
  WHERE expire > now AND expire <= now + window_ms AND points >= most
), counted AS (
  INSERT INTO ${LIMITS_TABLE} AS entry (key, points, expire)
  SELECT key, 1, now + window_ms FROM wanted, moment WHERE NOT EXISTS (SELECT FROM exhausted) ORDER BY key DESC
  ON CONFLICT (key) DO UPDATE SET
    points = CASE WHEN entry.expire > (SELECT now FROM moment) AND entry.expire <= excluded.expire
      THEN entry.points + 1 ELSE 1 END,
    expire = CASE WHEN entry.expire > (SELECT now FROM moment) THEN least(entry.expire, excluded.expire)
      ELSE excluded.expire END
  RETURNING key, points, expire
)
SELECT position, (expire - now)::text AS wait FROM (
  SELECT * FROM exhausted UNION ALL SELECT position, expire FROM wanted JOIN counted USING (key) WHERE points > most
) AS full_ones, moment ORDER BY position LIMIT 1`;

const GIVE_BACK = `UPDATE ${LIMITS_TABLE} SET points = points - 1
WHERE points > 0 AND key = ANY (ARRAY(SELECT json_array_elements_text($1::text::json)))`;

const SWEEP = `WITH ${MOMENT} DELETE FROM ${LIMITS_TABLE} USING moment WHERE expire <= now`;

const SWEEP_INTERVAL_MS = 300_000;

export function createPostgresCounters(pool: PostgresPool): Counters {
  const query = createQuery(pool);
  let nextSweep = Date.now() + SWEEP_INTERVAL_MS;
  return {
    async take(counts) {
      if (Date.now() >= nextSweep) {
        nextSweep = Date.now() + SWEEP_INTERVAL_MS;
        query('limits sweep', SWEEP, []).catch(() => undefined); // a later one deletes the rest
      }
      const wanted = counts.map(({ name: key, most, windowMs }, position) => ({
        position,
        key,
        most,
        window_ms: windowMs,
      }));
      const rows = await query('limits take', TAKE, [JSON.stringify(wanted)]);
      const [full] = rows as { position: number; wait: string }[];
      return full && { index: full.position, waitMs: Number(full.wait) };
    },
    async giveBack(counts) {
      await query('limits give back', GIVE_BACK, [JSON.stringify(counts.map(({ name }) => name))]);
    },
  };
}
