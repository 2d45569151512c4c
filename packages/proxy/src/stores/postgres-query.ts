/** A `Pool` of the package `pg`, or anything else with this method. */
export interface PostgresPool {
  query(statement: { name?: string; text: string; values?: unknown[] }): Promise<{ rows: unknown[] }>;
}

type Query = (name: string, text: string, values: unknown[]) => Promise<unknown[]>;

/** Longer names are cut off, and two of them could then be the same. */
const MAX_NAME = 63;

/** SQLSTATEs of a connection that has no statement of this name, or another client's. The statement was not executed. */
const UNNAMED = ['26000', '42P05'];

/** Statements with names are parsed once per connection. Some poolers do not know the names; then they are left out. */
export function createQuery(pool: PostgresPool): Query {
  let isNamed = true;
  return async (name, text, values) => {
    if (isNamed && name.length <= MAX_NAME) {
      try {
        return (await pool.query({ name, text, values })).rows;
      } catch (error) {
        if (!UNNAMED.includes((error as { code?: string }).code ?? '')) throw error;
        isNamed = false;
      }
    }
    return (await pool.query({ text, values })).rows;
  };
}
