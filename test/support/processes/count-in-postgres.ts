import pg from 'pg';
import { createPostgresStore, migratePostgresStore } from '../../../src/proxy/attempts/stores/postgres.js';

/** Migrates, waits for a row to appear, then increments a counter and claims a name per round, beside other processes. */

const [url = '', rounds = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 1 });
await migratePostgresStore(pool);
const store = createPostgresStore(pool);
while ((await store.read(['go']))[0] === undefined) await new Promise((resolve) => setTimeout(resolve, 20));
for (let round = 0; round < Number(rounds); round++) {
  const names = [`one-${round}`, `two-${round}`];
  if (process.pid % 2) names.reverse(); // in either order
  const won = await store.swap(names.map((name) => ({ name, before: undefined, after: String(process.pid) })));
  if (won) console.log(`round ${round}`);
  for (let done = false; !done;) {
    const [before] = await store.read(['count']);
    done = await store.swap([{ name: 'count', before, after: String(Number(before ?? 0) + 1) }]);
  }
}
await pool.end();
