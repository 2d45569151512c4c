import { setTimeout as sleep } from 'node:timers/promises';
import type { AttemptStore } from '../../../src/proxy/store.js';
import type { Hiccup } from './plan.js';

/** Longer than a proxy waits for its store, in ms. */
const TOO_LONG = 3200;

/**
 * A store that fails at some of its accesses. When it does, nobody knows whether the access had its effect.
 * @param isOver - whether all goes well from now on
 */
export function withHiccups(store: AttemptStore, hiccups: readonly Hiccup[], isOver: () => boolean): AttemptStore {
  let accesses = 0;
  async function access<T>(effect: () => Promise<T>): Promise<T> {
    const number = accesses++;
    const how = isOver() ? undefined : hiccups.find(({ access }) => access === number)?.how;
    if (how === 'slow') await sleep(TOO_LONG);
    if (how === 'before') throw new Error('The store is away.');
    const result = await effect();
    if (how === 'after') throw new Error('The store went away.');
    return result;
  }
  return {
    read: (names) => access(() => store.read(names)),
    swap: (changes) => access(() => store.swap(changes)),
  };
}
