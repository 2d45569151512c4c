import { setTimeout as sleep } from 'node:timers/promises';
import type { AttemptStore } from '../../../../src/proxy/attempts/store.js';
import type { Hiccup } from './plan.js';

/** Longer than a proxy's time-out for its store, in ms. */
const TOO_LONG = 3200;

/**
 * A store some of whose accesses fail, with or without effect.
 * @param isOver - whether there are no more faults
 */
export function withHiccups(store: AttemptStore, hiccups: readonly Hiccup[], isOver: () => boolean): AttemptStore {
  let accesses = 0;
  async function access<T>(effect: () => Promise<T>): Promise<T> {
    const number = accesses++;
    const how = isOver() ? undefined : hiccups.find(({ access }) => access === number)?.how;
    if (how === 'slow') await sleep(TOO_LONG);
    if (how === 'before') throw new Error('The store is down.');
    const result = await effect();
    if (how === 'after') throw new Error('The store went down.');
    return result;
  }
  return {
    read: (names) => access(() => store.read(names)),
    swap: (changes) => access(() => store.swap(changes)),
  };
}
