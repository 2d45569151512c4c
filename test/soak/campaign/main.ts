import { parseArgs } from 'node:util';
import { runCampaign } from './run.js';
import { STORES, type StoreName } from './parties.js';

/**
 * `npm run campaign` makes 10,000 attempts to pay over each store, with random faults and kills, and judges their outcomes.
 * `-- --store Redis --attempts 500 --seed 123` makes fewer.
 */

/** Only the first violations are printed. */
const SHOWN = 5;

const { values } = parseArgs({
  options: {
    store: { type: 'string', multiple: true, default: Object.keys(STORES) },
    attempts: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});

for (const store of values.store as StoreName[]) {
  const started = performance.now();
  console.log(`\n${store}, seed ${values.seed}`);
  const attempts = Number(values.attempts);
  const { violations, counts } = await runCampaign({
    ...{ store, attempts, seed: Number(values.seed) },
    onProgress(done) {
      if (done % 1000 === 0) console.log(`${done} attempts after ${seconds(started)} s`);
    },
  });
  for (const [what, count] of Object.entries(counts)) console.log(`${String(count).padStart(7)} ${what}`);
  console.log(`${String(seconds(started)).padStart(7)} seconds`);
  for (const violation of violations.slice(0, SHOWN)) console.log(`VIOLATION ${violation}`);
  if (violations.length > 0) process.exitCode = 1;
}

function seconds(started: number): number {
  return Math.round((performance.now() - started) / 1000);
}
