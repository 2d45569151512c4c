import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { open } from 'lmdb';
import { openLmdbStore } from '../../../src/proxy/attempts/stores/lmdb.js';
import { add } from '../../../src/testing/support.js';
import { testStore } from '../../support/store-suite.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

describe('memory', () => {
  testStore('memory.ts', { processes: 1, connection: false });
});

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
    assert.deepEqual(
      [...database.getKeys()],
      [
        ['entry', 'd'],
        ['lasting', 'd'],
      ],
    );
  });

  it('lists values that an earlier version has written, which had no index of lasting ones', async (t) => {
    const path = await temporaryFolder(t);
    const old = open({ path, encoding: 'json' });
    const names = Array.from({ length: 1200 }, (_, index) => `a:${index}`);
    await old.transaction(() => {
      for (const name of names) void old.put(['entry', name], { value: '1' });
      void old.put(['entry', 'b'], { value: '1', expires: Date.now() + 60_000 });
    });
    await old.close();
    const store = await openLmdbStore({ path });
    t.after(() => store.close?.());
    const found: string[] = [];
    for await (const [name] of store.list?.('', { lasting: true }) ?? []) found.push(name);
    assert.deepEqual(found, names.sort());
  });

  it('rejects when the path cannot be written', async () => {
    await assert.rejects(openLmdbStore({ path: '/dev/null/attempts' }), /ENOTDIR|ENOENT/);
  });
});
