import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { it } from 'node:test';
import { FAULT_NAMES } from '../cluster/faults.js';
import { runCluster } from '../cluster/run.js';
import { times } from '../effort.js';
import type { DatabaseName } from '../faults/database-campaign/databases.js';

const PAYMENTS = times(100);
/** Requests per minute: so few that the payments take more than a minute. The service allows 1000. */
const LIMIT = Math.min(1000, Math.max(80, PAYMENTS / 10));

for (const database of ['PostgreSQL', 'Redis'] as const satisfies readonly DatabaseName[]) {
  it(`three programs behind nginx over one ${database}, all failing again and again: each of ${PAYMENTS} payments is charged once, told truly, and counted`, async (t) => {
    const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
    t.diagnostic(`seed: ${seed}`);
    const { violations, counts, windows, offered } = await runCluster({ database, payments: PAYMENTS, limit: LIMIT, seed });
    for (const [what, count] of Object.entries(counts)) t.diagnostic(`${what}: ${count}`);
    t.diagnostic(`requests to the service in each minute of the limit of ${LIMIT}: ${windows.join(' ')}`);
    t.diagnostic(`attempts of shoppers in each: ${offered.join(' ')}`);
    assert.deepEqual([...violations], [], `To repeat the faults: SEED=${seed} npm run test:soak -- cluster`);
    assert.deepEqual(FAULT_NAMES.filter((name) => !counts[name]), []);
    assert.ok(Math.max(...windows) >= 0.9 * LIMIT, 'The limit was not used up.');
  });
}
