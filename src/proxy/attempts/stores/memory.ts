import type { AttemptStore } from '../store.js';

interface Entry {
  readonly value: string;
  /** Time in ms. */
  readonly expires: number;
}

/**
 * A store in this process alone, for tests and demos: a restart forgets everything, and a second process knows nothing
 * of the first, so that either may charge twice.
 * @param options.now - the clock, in ms; `Date.now` if left out
 */
export function createMemoryStore({ now = Date.now }: { now?: () => number } = {}): AttemptStore {
  const entries = new Map<string, Entry>();

  function valueOf(name: string): string | undefined {
    const entry = entries.get(name);
    return entry && entry.expires > now() ? entry.value : undefined;
  }

  return {
    volatile: true,
    read: (names) => Promise.resolve(names.map(valueOf)),
    swap(changes) {
      if (changes.some(({ name, before }) => valueOf(name) !== before)) return Promise.resolve(false);
      for (const { name, after, expiresIn = Infinity } of changes) {
        if (after === undefined) entries.delete(name);
        else entries.set(name, { value: after, expires: now() + expiresIn });
      }
      return Promise.resolve(true);
    },
  };
}
