import { realClock, type Clock } from 'payment-widget/contract';
import type { AttemptStore } from './store.js';

interface Entry {
  readonly value: string;
  readonly expires: number;
}

/**
 * Creates a store in memory, for tests and demos only. After a restart, or with a second process, an order can be charged
 * twice.
 */
export function createMemoryStore(clock: Pick<Clock, 'now'> = realClock): AttemptStore {
  const entries = new Map<string, Entry>();

  function valueOf(name: string): string | undefined {
    const entry = entries.get(name);
    return entry && entry.expires > clock.now() ? entry.value : undefined;
  }

  return {
    volatile: true,
    read: (names) => Promise.resolve(names.map(valueOf)),
    swap(changes) {
      if (changes.some(({ name, before }) => valueOf(name) !== before)) return Promise.resolve(false);
      for (const { name, after, expiresIn = Infinity } of changes) {
        if (after === undefined) entries.delete(name);
        else entries.set(name, { value: after, expires: clock.now() + expiresIn });
      }
      return Promise.resolve(true);
    },
    // eslint-disable-next-line @typescript-eslint/require-await -- other stores wait
    async *list(prefix, { lasting } = {}) {
      for (const [name, { value, expires }] of entries) {
        const isListed = lasting ? expires === Infinity : expires > clock.now();
        if (isListed && name.startsWith(prefix)) yield [name, value];
      }
    },
  };
}
