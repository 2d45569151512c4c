import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { AttemptStore } from 'payment-widget-proxy';
import { openLmdbStore } from 'payment-widget-proxy/stores/lmdb';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { countCalls, tripsOfPayment } from '../../support/trips.js';

const STORES: Readonly<Record<string, (t: TestContext) => AttemptStore | Promise<AttemptStore>>> = {
  memory: () => createMemoryStore(),
  LMDB: async (t) => {
    const store = await openLmdbStore({ path: await temporaryFolder(t) });
    t.after(() => store.close?.());
    return store;
  },
};

for (const [name, open] of Object.entries(STORES)) {
  describe(`a payment with ${name}`, () => {
    it('makes 3 steps of the store: claim, sent, outcome', async (t) => {
      assert.equal(await tripsOfPayment(countCalls(await open(t))), 3);
    });

    it('makes 5 with onSettled', async (t) => {
      assert.equal(await tripsOfPayment(countCalls(await open(t)), { onSettled: () => undefined }), 5);
    });
  });
}
