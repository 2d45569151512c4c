import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GROUPS } from '../../../src/check-proxy/checks.js';
import { check, SHOP_ORIGIN, startFakeService } from '../../support/checked-proxy.js';
import { FAULTS } from '../../support/planted-faults.js';

describe('check-proxy reports only one finding for a proxy that', { concurrency: 10 }, () => {
  for (const { name, foundBy, as, plant, settings, host } of FAULTS) {
    it(`${name}: ${foundBy}`, async (t) => {
      const service = await startFakeService(t);
      const findings = await check(t, plant(service), { service, origin: SHOP_ORIGIN, ...settings }, host);
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
