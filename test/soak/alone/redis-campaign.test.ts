import assert from 'node:assert/strict';
import { it } from 'node:test';
import { times } from '../effort.js';
import { runRedisCampaign } from '../faults/redis-campaign/run.js';

const PAYMENTS = times(40);

it(`two proxies over one Redis, all killed again and again: no second charge, no false claim in ${PAYMENTS} payments`, async (t) => {
  const { violations, counts } = await runRedisCampaign(PAYMENTS);
  for (const [what, count] of Object.entries(counts)) t.diagnostic(`${what}: ${count}`);
  assert.deepEqual(violations, []);
  assert.ok(counts['kills of Redis'] && counts['kills of proxies']);
});
