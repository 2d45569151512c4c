import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { open } from 'lmdb';
import { openLmdbStore } from '../../../src/proxy/attempts/stores/lmdb.js';
import { add, testStore } from '../../support/store-contract.js';
import { demoShop, lmdb, memory, temporaryFolder } from '../../support/stores.js';

testStore(memory);
testStore(lmdb);
testStore(demoShop);

describe('LMDB store', () => {
  it('deletes expired entries with later writes', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const path = await temporaryFolder(t);
    const store = await openLmdbStore({ path });
    for (const name of ['a', 'b', 'c']) await store.swap([add(name, '1', 20)]);
    t.mock.timers.tick(21);
    await store.swap([add('d', '1')]);
    await store.close?.();
    const database = open({ path });
    t.after(() => database.close());
    assert.deepEqual([...database.getKeys()], [['entry', 'd']]);
  });

  it('rejects when the path cannot be written', async () => {
    await assert.rejects(openLmdbStore({ path: '/dev/null/attempts' }), /ENOTDIR|ENOENT/);
  });
});
