import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GROUPS } from '../../../src/check-proxy/checks.js';
import { check, idsOf, SHOP_ORIGIN, startStandIn } from '../../support/checked-proxy.js';
import { FAULTS } from '../../support/planted-faults.js';

describe('a proxy of ours with one fault', { concurrency: 10 }, () => {
  for (const { name, foundBy, plant, settings, host } of FAULTS) {
    it(`that ${name} is found by "${foundBy}", and by no other check`, async (t) => {
      const service = await startStandIn(t);
      const findings = await check(t, plant(service), { service, origin: SHOP_ORIGIN, ...settings }, host);
      assert.deepEqual(idsOf(findings, 'failure', 'warning'), [foundBy]);
    });
  }
});

it('every check finds a fault that was planted for it', () => {
  const ids = GROUPS.flatMap(({ checks }) => checks.map(({ id }) => id));
  assert.deepEqual([...new Set(FAULTS.map(({ foundBy }) => foundBy))].sort(), [...ids].sort());
});
