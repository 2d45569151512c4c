import { parseArgs } from 'node:util';
import { SCENARIOS } from './scenarios.js';
import { enoughAfter, search } from './search.js';

/**
 * `npm run simulate -- --minutes 60` explores all scenarios, each for the same time. `-- --seed 123` repeats the random schedules,
 * `-- --scenario "one shopper"` explores one.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    scenario: { type: 'string', multiple: true, default: Object.keys(SCENARIOS) },
  },
});

const ms = (Number(values.minutes) * 60_000) / values.scenario.length;
const total = { schedules: 0, steps: 0, states: 0 };
console.log(`seed ${values.seed}`);
for (const name of values.scenario) {
  const found = await search(name, { seed: Number(values.seed), isEnough: enoughAfter(ms) });
  for (const what of ['schedules', 'steps', 'states'] as const) total[what] += found[what];
  console.log(`${name}: ${found.schedules} schedules, ${found.steps} steps, ${found.states} states`);
  if (!found.finding) continue;
  process.exitCode = 1;
  console.log(`VIOLATION: ${[...found.finding.violations, ...found.finding.trace].join('\n')}\n`);
}
console.log(`In all: ${total.schedules} schedules, ${total.steps} steps, ${total.states} states`);
