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
/** The least share of the limit that is used in the busiest minute. What was counted and then cut off is not sent. */
const USED = 0.6;

for (const database of ['PostgreSQL', 'Redis'] as const satisfies readonly DatabaseName[]) {
  it(`three programs behind nginx over one ${database}, all failing again and again: no second charge, no false claim, the limit held and the shop informed in ${PAYMENTS} payments`, async (t) => {
    const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
    t.diagnostic(`seed: ${seed}`);
    const options = { database, payments: PAYMENTS, limit: LIMIT, seed };
    const { violations, counts, windows } = await runCluster(options);
    for (const [what, count] of Object.entries(counts)) t.diagnostic(`${what}: ${count}`);
    t.diagnostic(`attempts of shoppers in each minute of the limit: ${windows.offered.join(' ')}`);
    t.diagnostic(`counted, up to ${LIMIT}, and some above it that were refused: ${windows.counted.join(' ')}`);
    t.diagnostic(`requests that the service got: ${windows.arrived.join(' ')}`);
    assert.deepEqual(violations, [], `To repeat the faults: SEED=${seed} npm run test:soak -- cluster`);
    const missing = FAULT_NAMES.filter((name) => !counts[name]);
    assert.deepEqual(missing, []);
    assert.ok(Math.max(...windows.counted) >= LIMIT, 'The limit was never reached.');
    assert.ok(Math.max(...windows.arrived) >= USED * LIMIT, 'The limit was not used up.');
  });
}
