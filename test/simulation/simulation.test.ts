import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { describe, it } from 'node:test';
import { loadCode } from './bundle.js';
import { FAULTS } from './faults.js';
import { search, type Found } from './search.js';
import { SCENARIOS } from './scenarios.js';
import { simulate } from './simulate.js';
import { times } from '../soak/effort.js';

const MINUTE = 60_000;
const share = times(MINUTE) / Object.keys(SCENARIOS).length;

describe('the proxy and the page keep their promises in the simulated schedules of', () => {
  for (const name of Object.keys(SCENARIOS)) {
    it(name, async (t) => {
      const seed = randomInt(2 ** 31);
      const { finding, schedules, states } = await search(name, { seed, ms: share });
      t.diagnostic(`seed ${seed}, ${schedules} schedules, ${states} states`);
      assert.equal(finding, undefined, describeFinding(finding));
    });
  }
});

describe('the simulation finds within a minute', () => {
  for (const [fault, { scenario, patches }] of Object.entries(FAULTS)) {
    it(fault, async () => {
      const { finding } = await search(scenario, { patches, seed: 1, ms: MINUTE });
      assert.notEqual(finding, undefined);
    });
  }
});

describe('a simulated schedule', () => {
  it('is the same each time', async () => {
    const code = await loadCode();
    const scenario = { tabs: [{ presses: 2 }, { presses: 2 }], events: { crash: 1 } };
    const run = async () => {
      let choice = 0;
      const schedule = await simulate(scenario, [code], (options) => (choice++ % 7 === 3 ? options.length - 1 : 0));
      return schedule.trace;
    };
    assert.deepEqual(await run(), await run());
  });
});

function describeFinding(finding: Found['finding']): string {
  return finding ? [...finding.violations, ...finding.trace].join('\n') : '';
}
