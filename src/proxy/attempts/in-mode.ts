import type { AttemptStore } from './store.js';

/** Keeps Test and Live payments apart in a shared store. */
export function inMode(mode: string, store: AttemptStore): AttemptStore {
  const named = (name: string) => `${mode}:${name}`;
  return {
    read: (names) => store.read(names.map(named)),
    swap: (changes) => store.swap(changes.map((change) => ({ ...change, name: named(change.name) }))),
    async *list(prefix, options) {
      for await (const [name, value] of store.list(named(prefix), options)) yield [name.slice(mode.length + 1), value];
    },
  };
}
