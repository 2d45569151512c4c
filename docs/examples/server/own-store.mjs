/** The table. It has bytes, since texts in PostgreSQL cannot have NUL, and those in other databases may ignore case. */
export const TABLE = `CREATE TABLE IF NOT EXISTS payment_records (
  name bytea PRIMARY KEY,
  value bytea,
  expires_at timestamptz -- delete expired rows now and then
)`;

const CURRENT = '(expires_at IS NULL OR expires_at > clock_timestamp())';

/** Locks the rows and returns their values. Missing ones are added, so that they can be locked, too. */
const LOCK = `INSERT INTO payment_records AS record (name) SELECT unnest($1::bytea[])
  ON CONFLICT (name) DO UPDATE SET name = excluded.name
  RETURNING name, CASE WHEN ${CURRENT} THEN value END AS value`;

const DELETE = 'DELETE FROM payment_records WHERE name = $1';

const DAY = 24 * 60 * 60 * 1000;

/**
 * What must be kept for more than a day, such as which orders are paid, never expires here: a clock that is wrong for weeks and is set
 * right would else make the shop forget it, and charge orders again.
 */
const WRITE = `UPDATE payment_records SET value = $2, expires_at = CASE
    WHEN $3::float8 > ${DAY} THEN 'infinity' ELSE clock_timestamp() + $3::float8 * interval '1 millisecond'
  END
  WHERE name = $1`;

/** A store in the shop's own table, through transactions. */
export function createShopStore(pool) {
  return {
    async read(names) {
      const { rows } = await pool.query(`SELECT name, value FROM payment_records WHERE name = ANY($1) AND ${CURRENT}`, [
        names.map(bytes),
      ]);
      const values = new Map(rows.map(({ name, value }) => [String(name), String(value)]));
      return names.map((name) => values.get(name));
    },
    async swap(changes) {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        const isWritten = await writeIfUnchanged(client, changes);
        await client.query(isWritten ? 'COMMIT' : 'ROLLBACK');
        client.release();
        return isWritten;
      } catch (error) {
        client.release(error); // ends the connection, so nothing of the transaction stays
        throw error;
      }
    },
    async *list(prefix, { lasting = false } = {}) {
      const { rows } = await pool.query(
        `SELECT name, value FROM payment_records WHERE substr(name, 1, length($1::bytea)) = $1
         AND ${lasting ? 'expires_at IS NULL' : CURRENT}`,
        [bytes(prefix)],
      );
      for (const { name, value } of rows) yield [String(name), String(value)];
    },
  };
}

async function writeIfUnchanged(client, changes) {
  const names = changes.map(({ name }) => bytes(name)).sort(Buffer.compare); // so that no two swaps wait for each other
  const { rows } = await client.query(LOCK, [names]);
  const values = new Map(rows.map(({ name, value }) => [String(name), value === null ? undefined : String(value)]));
  if (changes.some(({ name, before }) => values.get(name) !== before)) return false;
  for (const { name, after, expiresIn } of changes) {
    if (after === undefined) await client.query(DELETE, [bytes(name)]);
    else await client.query(WRITE, [bytes(name), bytes(after), expiresIn]);
  }
  return true;
}

function bytes(text) {
  return Buffer.from(text);
}
