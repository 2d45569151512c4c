import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { Database } from '../../../demo/data/database.js';
import { createTableStore } from '../../../demo/shop/attempt-store.js';
import type { AttemptStore } from '../../../src/proxy/store.js';
import { temporaryFolder } from '../../support/stores.js';

/** Opens the store as often as it is called: a start after the other. */
async function storeFor(t: TestContext): Promise<() => Promise<AttemptStore>> {
  const file = join(await temporaryFolder(t), 'shop.db');
  return async () => createTableStore((await Database.open(file)).table('attempts'));
}

describe("the store of the demo's shop", () => {
  it('has after a restart what was swapped in', async (t) => {
    const start = await storeFor(t);
    await (await start()).swap([{ name: 'a', before: undefined, after: '1' }]);
    assert.deepEqual(await (await start()).read(['a']), ['1']);
  });

  it('has no longer after a restart what was taken away', async (t) => {
    const start = await storeFor(t);
    const store = await start();
    await store.swap([{ name: 'a', before: undefined, after: '1' }]);
    await store.swap([{ name: 'a', before: '1', after: undefined }]);
    assert.deepEqual(await (await start()).read(['a']), [undefined]);
  });

  it('sweeps up at a start what has expired', async () => {
    const table = Database.inMemory().table<{ value: string; expires?: number }>('attempts');
    await table.put('old', { value: '1', expires: Date.now() - 1 });
    await table.put('new', { value: '1' });
    createTableStore(table);
    assert.deepEqual(table.keys(), ['new']);
  });

  it('says that it forgets when there is no file', () => {
    assert.equal(createTableStore(Database.inMemory().table('attempts')).volatile, true);
  });

  it('says that it does not when there is one', async (t) => {
    assert.equal((await (await storeFor(t))()).volatile, false);
  });
});
