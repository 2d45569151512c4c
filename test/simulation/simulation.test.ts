import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { describe, it } from 'node:test';
import { times } from '../soak/effort.js';
import { loadCode } from './bundle.js';
import { FAULTS } from './faults.js';
import { SCENARIOS } from './scenarios.js';
import { enoughAfter, search } from './search.js';
import { simulate } from './simulate.js';

/** By hand it explores, CI repeats. */
const SEED = process.env.SOAK ? randomInt(2 ** 31) : 20261128;
const SHARE_MS = times(60_000) / Object.keys(SCENARIOS).length;
/** Takes much less than a minute. Not a time, which would find less on a slow machine. */
const ENOUGH_SCHEDULES = 20_000;

describe('the proxy and the page keep their promises in the simulated schedules of', () => {
  for (const name of Object.keys(SCENARIOS)) {
    it(name, async (t) => {
      const { finding, schedules, states } = await search(name, { seed: SEED, isEnough: enoughAfter(SHARE_MS) });
      t.diagnostic(`seed ${SEED}, ${schedules} schedules, ${states} states`);
      assert.equal(finding && [...finding.violations, ...finding.trace].join('\n'), undefined);
    });
  }
});

describe('the simulation finds', () => {
  for (const [scenario, faults] of Object.entries(FAULTS)) {
    for (const [fault, patches] of Object.entries(faults)) {
      it(fault, async () => {
        const isEnough = ({ schedules }: { schedules: number }) => schedules >= ENOUGH_SCHEDULES;
        const { finding } = await search(scenario, { patches, seed: 1, isEnough });
        assert.notEqual(finding, undefined);
      });
    }
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
