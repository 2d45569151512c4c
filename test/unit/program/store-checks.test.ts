import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cleanUp, STORE_CHECKS, StoreCheckError } from '../../../src/program/commands/store-checks.js';
import { createMemoryStore } from '../../../src/proxy/attempts/stores/memory.js';
import type { AttemptStore } from '../../../src/proxy/attempts/store.js';

/** @returns the names of the checks that fail for these connections to a store */
async function failuresOf(one: AttemptStore, other: AttemptStore = one): Promise<string[]> {
  const failures: string[] = [];
  for (const { name, run } of STORE_CHECKS) {
    await run({ one, other, prefix: 'check:' }).catch((error: unknown) => {
      if (!(error instanceof StoreCheckError)) throw error;
      failures.push(name);
    });
  }
  return failures;
}

/** A store with one fault. */
const faulty = (fault: (store: AttemptStore) => Partial<AttemptStore>): AttemptStore => {
  const store = createMemoryStore();
  return { ...store, ...fault(store) };
};

describe('the checks of a store', () => {
  it('pass for a store that works', async () => {
    assert.deepEqual(await failuresOf(createMemoryStore()), []);
  });

  it('leave nothing behind', async () => {
    const store = createMemoryStore();
    await failuresOf(store);
    await cleanUp({ one: store, other: store, prefix: 'check:' });
    const left = [];
    for await (const [name] of store.list('')) left.push(name);
    assert.deepEqual(left, []);
  });

  it('notice two connections that do not share their data', async () => {
    assert.deepEqual(await failuresOf(createMemoryStore(), createMemoryStore()), ['races', 'sharing']);
  });

  it('notice a swap that does not compare', async () => {
    const store = faulty((memory) => ({
      swap: async (changes) =>
        memory.swap(
          await Promise.all(
            changes.map(async (change) => ({ ...change, before: (await memory.read([change.name]))[0] })),
          ),
        ),
    }));
    assert.deepEqual(await failuresOf(store), ['swap']);
  });

  it('notice a swap that writes some of the values', async () => {
    const store = faulty((memory) => ({
      swap: async (changes) => {
        const written = [];
        for (const change of changes) written.push(await memory.swap([change]));
        return written.every(Boolean);
      },
    }));
    assert.deepEqual(await failuresOf(store), ['swap']);
  });

  it('notice values that do not expire', async () => {
    const store = faulty((memory) => ({
      swap: (changes) => memory.swap(changes.map(({ name, before, after }) => ({ name, before, after }))),
    }));
    assert.deepEqual(await failuresOf(store), ['expiry', 'list']);
  });

  it('notice values that expire at once', async () => {
    const store = faulty((memory) => ({
      swap: (changes) =>
        memory.swap(changes.map((change) => (change.expiresIn === 300 ? { ...change, expiresIn: 1 } : change))),
    }));
    assert.deepEqual(await failuresOf(store), ['expiry']);
  });

  it('notice a list without the values that do not expire', async () => {
    const store = faulty((memory) => ({
      list: async function* (prefix, options) {
        if (!options?.lasting) yield* memory.list(prefix, options);
      },
    }));
    assert.deepEqual(await failuresOf(store), ['list']);
  });
});
