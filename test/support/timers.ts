import { until } from './until.js';

const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis;

interface HeldTimers {
  /** Runs the timer that was set first, as soon as there is one. */
  fire(): Promise<void>;
}

/** Holds timers until they are fired, so that a test does not wait for them. The real timers come back after the test. */
export function holdTimers(isHeld: (milliseconds: number) => boolean): HeldTimers {
  const waiting = new Map<number, () => void>();
  let lastId = -1; // real ones are positive
  const set = (run: () => void, length = 0): number => {
    if (!isHeld(length)) return realSetTimeout(run, length) as unknown as number;
    waiting.set(--lastId, run);
    return lastId;
  };
  const clear = (id?: number) => {
    if (id === undefined || !waiting.delete(id)) realClearTimeout(id);
  };
  Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
  return {
    async fire() {
      await until(() => waiting.size > 0);
      const [[id, run]] = waiting as unknown as [[number, () => void]];
      waiting.delete(id);
      run();
    },
  };
}

afterEach(() => {
  Object.assign(globalThis, { setTimeout: realSetTimeout, clearTimeout: realClearTimeout });
});
