import { MAX_STEP, SEEN_INTERVAL, SHORT_STEP, STEP_TEXT } from './store.js';

export const DEFAULT_TABLE = 'payment_attempts';

export const LIMITS_TABLE = 'payment_limits';

const IDENTIFIER = /^([a-z_][a-z0-9_]{0,50}\.)?[a-z_][a-z0-9_]{0,50}$/;

/** The name becomes part of statements, so it must need no quotes. */
export function checkTable(table: string): void {
  if (IDENTIFIER.test(table)) return;
  throw new TypeError(
    `The table is ${JSON.stringify(table)}. Expected at most 51 lower-case letters, digits and underscores, after a schema if you like: "shop.payment_attempts".`,
  );
}

/** A function is the only way to lock, compare and write in one statement: a pool may run each statement on another connection. */
export function migrationOf(table: string): string {
  checkTable(table);
  const [, schema = '', name = ''] = /^([^.]*\.)?(.*)$/.exec(table) ?? [];
  const insertClock = `INSERT INTO ${table}_clock (seen, reached, highest) SELECT moment, moment, moment FROM clock_timestamp() AS moment;`;
  return `-- The table of payment attempts, its function for a compare-and-swap, and the table of rate limits.
-- Run it as often as you like. Needs PostgreSQL 11 or newer, and a database in UTF8.
DO $migration$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('${schema}${LIMITS_TABLE}', 1)); -- several processes may start at once
  IF to_regprocedure('${table}_now()') IS NOT NULL AND to_regclass('${table}_clock') IS NOT NULL
    AND to_regclass('${schema}${LIMITS_TABLE}') IS NOT NULL
  THEN
    IF NOT EXISTS (SELECT FROM ${table}_clock) THEN
      ${insertClock}
    END IF;
    RETURN; -- so that only the first run needs the right to create
  END IF;
  IF current_setting('server_encoding') <> 'UTF8' THEN
    RAISE EXCEPTION 'The encoding of this database is %. Expected UTF8.', current_setting('server_encoding');
  END IF;

  CREATE TABLE IF NOT EXISTS ${table} (
    name text COLLATE "C" PRIMARY KEY,
    value text COLLATE "C" NOT NULL,
    expires_at timestamptz
  );
  CREATE INDEX IF NOT EXISTS ${name}_expiring ON ${table} (expires_at) WHERE expires_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS ${name}_lasting ON ${table} (name) WHERE expires_at IS NULL;

  -- Values expire by a clock of their own. A step of the server's clock counts as a day at most: a clock that was behind and is set
  -- right would else expire all that was written meanwhile, and orders would be charged again. A step above an hour counts only as far
  -- as it passes the highest time so far: a clock that goes back and is set right again and again would else age everything.
  CREATE TABLE IF NOT EXISTS ${table}_clock (
    seen timestamptz NOT NULL,
    reached timestamptz NOT NULL,
    highest timestamptz NOT NULL
  );
  IF NOT EXISTS (SELECT FROM ${table}_clock) THEN
    ${insertClock}
  END IF;

  CREATE OR REPLACE FUNCTION ${table}_swap(changes json) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $swap$
  DECLARE
    change record;
    key bigint;
    moment timestamptz;
    last_seen timestamptz;
  BEGIN
    IF current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted') THEN
      -- The data would be as old as the transaction, older than the locks.
      RAISE EXCEPTION 'The transaction is %. Expected read committed.', current_setting('transaction_isolation')
        USING HINT = 'Set default_transaction_isolation for this connection.';
    END IF;
    IF current_setting('synchronous_commit') = 'off' THEN
      PERFORM set_config('synchronous_commit', 'on', true); -- a confirmed write must survive a crash
    END IF;
    -- Locks names, not rows, since a missing name has no row. One order for all, so that no two wait for each other.
    FOR key IN
      SELECT DISTINCT hashtextextended(each.name COLLATE "C", 2) AS hash
      FROM json_to_recordset(changes) AS each(name text) ORDER BY hash
    LOOP
      PERFORM pg_advisory_xact_lock(key);
    END LOOP;
    moment := ${table}_now();
    SELECT clock.seen INTO last_seen FROM ${table}_clock AS clock;
    UPDATE ${table}_clock AS clock
    SET seen = clock_timestamp(), reached = moment, highest = greatest(clock.highest, clock_timestamp())
    WHERE clock.seen NOT BETWEEN clock_timestamp() - interval '${SEEN_INTERVAL} ms' AND clock_timestamp();
    IF clock_timestamp() - last_seen > interval '${MAX_STEP} ms' THEN
      RAISE WARNING '${STEP_TEXT}';
    END IF;
    FOR change IN SELECT * FROM json_to_recordset(changes) AS each(name text, before text) LOOP
      IF change.before COLLATE "C" IS DISTINCT FROM (
        SELECT entry.value FROM ${table} AS entry
        WHERE entry.name = change.name AND (entry.expires_at IS NULL OR entry.expires_at > moment)
      ) THEN
        RETURN false;
      END IF;
    END LOOP;
    FOR change IN SELECT * FROM json_to_recordset(changes) AS each(name text, after text, expires_in float8) LOOP
      IF change.after IS NULL THEN
        DELETE FROM ${table} AS entry WHERE entry.name = change.name;
      ELSE
        INSERT INTO ${table} (name, value, expires_at)
        VALUES (change.name, change.after, moment + change.expires_in * interval '1 millisecond')
        ON CONFLICT ON CONSTRAINT ${name}_pkey DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at;
      END IF;
    END LOOP;
    RETURN true;
  END
  $swap$;

  CREATE OR REPLACE FUNCTION ${table}_now() RETURNS timestamptz LANGUAGE plpgsql STABLE AS $now$
  DECLARE
    moment timestamptz;
  BEGIN
    SELECT clock.reached + least(greatest(
      clock_timestamp() - CASE
        WHEN clock_timestamp() - clock.seen > interval '${SHORT_STEP} ms' THEN clock.highest ELSE clock.seen
      END, interval '0'), interval '${MAX_STEP} ms')
    INTO moment FROM ${table}_clock AS clock;
    IF NOT FOUND THEN
      -- Without a time all paid orders would count as expired.
      RAISE EXCEPTION 'The table ${table}_clock has no row.' USING HINT = 'Run the migration again.';
    END IF;
    RETURN moment;
  END
  $now$;

  -- Not UNLOGGED: after a crash, another full minute of payments would be sent.
  CREATE TABLE IF NOT EXISTS ${schema}${LIMITS_TABLE} (
    key text PRIMARY KEY,
    points integer NOT NULL,
    expire bigint
  );
END
$migration$;
`;
}
