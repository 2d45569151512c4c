import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { Database } from '../../../src/sandbox/database.js';
import { openDatabase } from '../../../demo/data/database-file.js';
import { createTableStore } from '../../../demo/shop/attempt-store.js';
import type { AttemptStore } from '../../../src/proxy/attempts/store.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

/** Each call opens the store again, as a restart does. */
async function storeFor(t: TestContext): Promise<() => Promise<AttemptStore>> {
  const file = join(await temporaryFolder(t), 'shop.db');
  return async () => createTableStore((await openDatabase(file)).table('attempts'));
}

describe("the demo shop's attempt store", () => {
  it('keeps deletions after a restart', async (t) => {
    const start = await storeFor(t);
    const store = await start();
    await store.swap([{ name: 'a', before: undefined, after: '1' }]);
    await store.swap([{ name: 'a', before: '1', after: undefined }]);
    assert.deepEqual(await (await start()).read(['a']), [undefined]);
  });

  it('deletes expired records at the start', async () => {
    const table = new Database().table<{ value: string; expires?: number }>('attempts');
    await table.put('old', { value: '1', expires: Date.now() - 1 });
    await table.put('new', { value: '1' });
    createTableStore(table);
    assert.deepEqual(table.keys(), ['new']);
  });
});
