import { parseArgs } from 'node:util';
import { SCENARIOS } from './scenarios.js';
import { search } from './search.js';

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
  const { schedules, steps, states, finding } = await search(name, { seed: Number(values.seed), ms });
  total.schedules += schedules;
  total.steps += steps;
  total.states += states;
  console.log(`${name}: ${schedules} schedules, ${steps} steps, ${states} states`);
  if (!finding) continue;
  process.exitCode = 1;
  console.log(`VIOLATION: ${finding.violations.join('; ')}\n${finding.trace.join('\n')}\n`);
}
console.log(`In all: ${total.schedules} schedules, ${total.steps} steps, ${total.states} states`);
