import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openLmdbStore } from '../../../src/proxy/attempts/stores/lmdb.js';
import { runInProcesses, runToItsEnd } from '../../support/processes.js';
import { valueOf } from '../../support/store-contract.js';
import { temporaryFolder } from '../../support/stores.js';

describe('LMDB store with several processes', () => {
  it('loses no change', async (t) => {
    const path = await temporaryFolder(t);
    await runInProcesses(4, 'count-in-lmdb.ts', [path, '50']);
    const store = await openLmdbStore({ path });
    t.after(() => store.close?.());
    assert.equal(await valueOf(store, 'count'), '200');
  });

  it('shows what another process has just written, even within one turn of the event loop', async (t) => {
    const path = await temporaryFolder(t);
    const store = await openLmdbStore({ path });
    t.after(() => store.close?.());
    await valueOf(store, 'count');
    runToItsEnd('count-in-lmdb.ts', [path, '1']);
    assert.equal(await valueOf(store, 'count'), '1');
  });

  it('lets one process send each order', async (t) => {
    const path = await temporaryFolder(t);
    const orders = 40;
    const claims = (await runInProcesses(4, 'claim-in-lmdb.ts', [path, String(orders)])).join('').split('\n');
    assert.deepEqual(
      claims.filter(Boolean).sort(),
      Array.from({ length: orders }, (_, index) => `order-${index}`).sort(),
    );
  });
});
