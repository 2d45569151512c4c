import assert from 'node:assert/strict';
import { it } from 'node:test';
import { times } from '../effort.js';
import type { DatabaseName } from '../faults/database-campaign/databases.js';
import { runDatabaseCampaign } from '../faults/database-campaign/run.js';

const PAYMENTS = times(40);

for (const name of ['Redis', 'PostgreSQL'] as const satisfies readonly DatabaseName[]) {
  it(`two programs over one ${name}, all killed again and again: no second charge, no false claim in ${PAYMENTS} payments`, async (t) => {
    const { violations, counts } = await runDatabaseCampaign(name, PAYMENTS);
    for (const [what, count] of Object.entries(counts)) t.diagnostic(`${what}: ${count}`);
    assert.deepEqual(violations, []);
    assert.ok(counts['kills of the database'] && counts['kills of proxies']);
  });
}
