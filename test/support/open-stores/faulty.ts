import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import type { AttemptStore } from 'payment-widget-proxy/stores/store';
import type { OpenStore } from 'payment-widget-testing/store-tests/support';

const FAULTS: Readonly<Record<string, (store: AttemptStore) => Partial<AttemptStore>>> = {
  'lets all writers win': (store) => ({
    async swap(changes) {
      const values = await store.read(changes.map(({ name }) => name));
      return store.swap(changes.map((change, index) => ({ ...change, before: values[index] })));
    },
  }),
  'swaps one name after another': (store) => ({
    async swap(changes) {
      for (const change of changes) if (!(await store.swap([change]))) return false;
      return true;
    },
  }),
  'takes seconds for milliseconds': (store) => ({
    swap: (changes) =>
      store.swap(changes.map((each) => ({ ...each, expiresIn: each.expiresIn && each.expiresIn / 1000 }))),
  }),
  'takes an empty value for a missing one': (store) => ({
    swap: (changes) => store.swap(changes.map((each) => ({ ...each, after: each.after || undefined }))),
  }),
  'lists all values as lasting': (store) => ({ list: (prefix) => store.list(prefix) }),
  'returns values in another order': (store) => ({ read: (names) => store.read([...names].sort()) }),
};

/** With the fault whose name is in the environment variable `STORE_FAULT`, if any. */
export const open: OpenStore = () => {
  const store = createMemoryStore();
  const fault = FAULTS[process.env.STORE_FAULT ?? ''];
  return { store: { ...store, ...fault?.(store) } };
};
