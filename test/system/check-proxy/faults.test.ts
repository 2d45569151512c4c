import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GROUPS } from '../../../src/check-proxy/run.js';
import { check, SHOP_ORIGIN, startFakeService } from '../../support/checked-proxy.js';
import { FAULTS } from '../../support/planted-faults.js';
import { StepClock } from '../../support/step-clock.js';

/** One fault per check, which no other check may report. Further faults are not checked to the end, which takes a third of a second. */
const WHOLE = new Map([...FAULTS].reverse().map((fault) => [fault.foundBy, fault]));

describe('check-proxy reports only one finding for a proxy that', { concurrency: 10 }, () => {
  for (const fault of FAULTS) {
    const { name, foundBy, as, plant, settings, host } = fault;
    it(`${name}: ${foundBy}`, async (t) => {
      const service = await startFakeService(t, 'observed');
      const clock = new StepClock();
      const all = { service, origin: SHOP_ORIGIN, clock, ...settings };
      const last = WHOLE.get(foundBy) === fault ? undefined : foundBy;
      const findings = await check(t, plant(service, clock), all, { host, last });
      const found = findings.filter(({ result }) => result === 'failure' || result === 'warning');
      assert.deepEqual(
        found.map(({ id, result }) => [id, as && result]),
        [[foundBy, as]],
      );
    });
  }
});

it('every check has a fault that it finds', () => {
  const ids = GROUPS.flatMap(({ checks }) => checks.map(({ id }) => id));
  assert.deepEqual([...new Set(FAULTS.map(({ foundBy }) => foundBy))].sort(), [...ids].sort());
});
