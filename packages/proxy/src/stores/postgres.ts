import type { AttemptStore } from './store.js';
import { createQuery, type PostgresPool } from './postgres-query.js';
import { DEFAULT_TABLE, checkTable, migrationOf } from './postgres-migration.js';

export type { PostgresPool };

const SWEEP_INTERVAL_MS = 60_000;
const PAGE = 1000;

/** Locked rows are being swept or overwritten; the others are checked again once they are locked. */
const sweepOf = (table: string) => `
WITH expired AS MATERIALIZED (
  SELECT name FROM ${table} WHERE expires_at <= ${table}_now() ORDER BY expires_at LIMIT ${PAGE} FOR UPDATE SKIP LOCKED
), deleted AS (
  DELETE FROM ${table} AS entry USING expired WHERE entry.name = expired.name RETURNING 1
)
SELECT count(*)::text AS count FROM deleted`;

const currentOf = (table: string) => `(expires_at IS NULL OR expires_at > (SELECT ${table}_now()))`;

/**
 * Creates a store for several machines in PostgreSQL 11 or newer. Create its table before, with {@link migratePostgresStore} or
 * `payment-widget-proxy/stores/postgres.sql`. Each swap is one statement, so a connection pooler may be in between.
 *
 * A confirmed write is on the disk of the primary, even with `synchronous_commit = off`. A failover keeps it only if
 * `synchronous_standby_names` is set, with `synchronous_commit` `on` or `remote_apply`. Connect to the primary only.
 *
 * @param pool - a `Pool` of `pg`, which you close yourself. Set `connectionTimeoutMillis` and `query_timeout`: if it waits
 * indefinitely for a lost server, the shopper waits too.
 * @param options.table - Default: `payment_attempts`
 * @throws {TypeError} for a name of a table that would need quotes
 */
export function createPostgresStore(
  pool: PostgresPool,
  { table = DEFAULT_TABLE }: { table?: string } = {},
): AttemptStore {
  checkTable(table);
  const query = createQuery(pool);
  let nextSweep = 0;

  async function sweep(): Promise<void> {
    for (let count = PAGE; count === PAGE;) {
      const [swept] = (await query(`sweep ${table}`, sweepOf(table), [])) as [{ count: string }];
      count = Number(swept.count);
    }
  }

  return {
    async read(names) {
      const rows = await query(
        `read ${table}`,
        `SELECT pg_is_in_recovery() AS standby, (
           SELECT value FROM ${table} WHERE name = wanted.name COLLATE "C" AND ${currentOf(table)}
         ) AS value FROM json_array_elements_text($1::text::json) WITH ORDINALITY AS wanted(name, position) ORDER BY position`,
        [JSON.stringify(names.map(encode))],
      );
      return (rows as { standby: boolean; value: string | null }[]).map(({ standby, value }) => {
        if (standby) throw new Error('PostgreSQL is a standby, whose data may be old. Expected the primary.');
        return value === null ? undefined : decode(value);
      });
    },
    async swap(changes) {
      const encoded = changes.map(({ name, before, after, expiresIn }) => ({
        name: encode(name),
        before: before === undefined ? null : encode(before),
        after: after === undefined ? null : encode(after),
        expires_in: expiresIn,
      }));
      const statement = `SELECT ${table}_swap($1::text::json) AS swapped`;
      const [result] = (await query(`swap ${table}`, statement, [JSON.stringify(encoded)])) as [{ swapped: boolean }];
      if (Date.now() >= nextSweep) {
        nextSweep = Date.now() + SWEEP_INTERVAL_MS;
        sweep().catch(() => undefined); // a later one deletes the rest
      }
      return result.swapped;
    },
    async *list(prefix, { lasting } = {}) {
      const start = encode(prefix);
      const which = lasting ? 'expires_at IS NULL' : currentOf(table);
      for (let last: string | undefined; ;) {
        const rows = await query(
          `list ${lasting ? 'lasting' : 'all'} ${last === undefined ? 'from' : 'after'} ${table}`,
          `SELECT name, value FROM ${table} WHERE name ${last === undefined ? '>=' : '>'} $1 AND ${which} ORDER BY name LIMIT ${PAGE}`,
          [last ?? start],
        );
        for (const { name, value } of rows as { name: string; value: string }[]) {
          if (!name.startsWith(start)) return;
          yield [decode(name), decode(value)];
          last = name;
        }
        if (rows.length < PAGE) return;
      }
    },
  };
}

/**
 * Creates the table, its indexes and its function, and the table of `limits.postgres`, unless they exist. Any number of processes may
 * call it at once. Later calls need no right to create.
 * @param pool - a `Pool` of `pg`
 * @param options.table - as in {@link createPostgresStore}
 */
export async function migratePostgresStore(
  pool: PostgresPool,
  { table = DEFAULT_TABLE }: { table?: string } = {},
): Promise<void> {
  await pool.query({ text: migrationOf(table) });
}

/** PostgreSQL stores neither NUL nor halves of surrogate pairs. Other text stays readable. */
function encode(text: string): string {
  return text.replace(
    /[\0\u0001]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    (unit) => `\u0001${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function decode(text: string): string {
  return text.replace(/\u0001([0-9a-f]{4})/g, (_match, unit: string) => String.fromCharCode(parseInt(unit, 16)));
}
