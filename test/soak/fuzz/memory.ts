import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How much the heap may grow after the first tenth of the cases, in bytes. */
const MAX_GROWTH = 24 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Compares the heap after each tenth of the cases with that after the first one.
 * @returns a function to call after each case
 * @throws (the returned function) when the heap keeps growing
 */
export function createMemoryCheck(cases: number): () => void {
  const step = Math.max(1, Math.floor(cases / 10));
  let done = 0;
  let first = 0;
  return () => {
    if (++done % step !== 0) return;
    collectGarbage();
    const heap = process.memoryUsage().heapUsed;
    first ||= heap;
    if (heap - first > MAX_GROWTH) throw new Error('The heap grows with the number of cases.');
  };
}
