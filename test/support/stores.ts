import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { Database } from '../../demo/data/database.js';
import { createTableStore } from '../../demo/shop/attempt-store.js';
import { openLmdbStore } from '../../src/proxy/attempts/stores/lmdb.js';
import { createMemoryStore } from '../../src/proxy/attempts/stores/memory.js';
import type { Scope } from './scope.js';
import type { StoreKind } from './store-contract.js';

/** Stores whose clock is that of this process, so that a test can mock it. */
const mocked = (name: string, open: StoreKind['open']): StoreKind => ({
  name,
  open(t) {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    return open(t);
  },
  pass(ms, t) {
    t.mock.timers.tick(ms);
    return Promise.resolve();
  },
  passDays(days, t) {
    return this.pass(days * 24 * 60 * 60 * 1000, t);
  },
});

export const memory = mocked('memory', () => {
  const store = createMemoryStore();
  return Promise.resolve([store, store]);
});

export const lmdb = mocked('LMDB', async (t) => {
  const path = await temporaryFolder(t);
  const stores = [await openLmdbStore({ path }), await openLmdbStore({ path })] as const;
  t.after(async () => {
    for (const store of stores) await store.close?.();
  });
  return stores;
});

/** One process, one file. */
export const demoShop = mocked("the demo's file", async (t: TestContext) => {
  const database = await Database.open(join(await temporaryFolder(t), 'shop.db'));
  const store = createTableStore(database.table('attempts'));
  t.after(() => database.close());
  return [store, store];
});

/** Creates a folder that is removed at the end of the scope. */
export async function temporaryFolder(t: Scope): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'attempts-'));
  t.after(() => rm(path, { recursive: true }));
  return path;
}
