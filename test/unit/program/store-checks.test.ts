import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runChecks } from 'payment-widget-proxy/command/store-command';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import type { AttemptStore } from 'payment-widget-proxy/stores/store';

/** @returns the names of the checks that fail for these connections to a store */
async function failuresOf(one: AttemptStore, other: AttemptStore = one): Promise<string[]> {
  let report = '';
  await runChecks({ one, other, prefix: 'check:' }, { out: (line) => (report += line) });
  return Array.from(report.matchAll(/^FAIL +(\w+)/gm), ([, name = '']) => name);
}

type Fault = (memory: AttemptStore) => Partial<AttemptStore>;

/** Overwrites what another process has written. */
const withoutComparing: Fault = (memory) => ({
  swap: async (changes) => {
    const current = await memory.read(changes.map(({ name }) => name));
    return memory.swap(changes.map((change, index) => ({ ...change, before: current[index] })));
  },
});

const oneByOne: Fault = (memory) => ({
  swap: async (changes) => {
    const written = [];
    for (const change of changes) written.push(await memory.swap([change]));
    return written.every(Boolean);
  },
});

const withoutExpiry: Fault = (memory) => ({
  swap: (changes) => memory.swap(changes.map(({ name, before, after }) => ({ name, before, after }))),
});

const withoutLasting: Fault = (memory) => ({
  list: async function* (prefix, options) {
    if (!options?.lasting) yield* memory.list(prefix, options);
  },
});

describe('the checks of a store', () => {
  it('pass for a store that works, and leave nothing that lasts', async () => {
    const store = createMemoryStore();
    assert.deepEqual(await failuresOf(store), []);
    const left = [];
    for await (const [name] of store.list('', { lasting: true })) left.push(name);
    assert.deepEqual(left, []);
  });

  it('notice two connections that do not share their data', async () => {
    assert.deepEqual(await failuresOf(createMemoryStore(), createMemoryStore()), ['swap']);
  });

  for (const [what, fault, failures] of [
    ['a swap that does not compare', withoutComparing, ['swap']],
    ['a swap that writes some of the values', oneByOne, ['swap']],
    ['values that do not expire', withoutExpiry, ['list']],
    ['a list without the values that do not expire', withoutLasting, ['list']],
  ] as const) {
    it(`notice ${what}`, async () => {
      const memory = createMemoryStore();
      assert.deepEqual(await failuresOf({ ...memory, ...fault(memory) }), failures);
    });
  }
});
