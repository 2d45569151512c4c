import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openLmdbStore } from 'payment-widget-proxy/stores/lmdb';
import { valueOf } from 'payment-widget-testing/store-tests/support';
import { runToItsEnd } from '../../support/processes.js';
import { OwnScope } from '../../support/scope.js';
import { testStore } from '../../support/store-suite.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

describe('LMDB', () => {
  const scope = new OwnScope();
  before(async () => {
    process.env.STORE_FOLDER = await temporaryFolder(scope);
  });
  after(() => scope.end());
  testStore('lmdb.ts', { connection: false });
});

describe('LMDB store with several processes', () => {
  it('shows what another process has just written, even within one turn of the event loop', async (t) => {
    const path = await temporaryFolder(t);
    const store = await openLmdbStore({ path });
    t.after(() => store.close?.());
    await valueOf(store, 'count');
    runToItsEnd('count-in-lmdb.ts', [path, '1']);
    assert.equal(await valueOf(store, 'count'), '1');
  });
});

describe('the files of an LMDB store', () => {
  it('cannot be read by other accounts: they name keys that show outcomes', async (t) => {
    const path = await temporaryFolder(t);
    const store = await openLmdbStore({ path });
    t.after(() => store.close?.());
    const files = readdirSync(path);
    const open = files.filter((name) => (statSync(join(path, name)).mode & 0o007) !== 0);
    assert.deepEqual([files.length > 0, open], [true, []]);
  });
});
