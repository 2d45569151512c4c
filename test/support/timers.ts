import { until } from './until.js';

/** In ms. Timers from here on are limits and delays of the product. They end only when a test fires them. */
const LONG = 1000;

interface Timer {
  readonly run: () => void;
  readonly repeats: boolean;
}

interface HeldTimers {
  /** Runs the timer that was set first, as soon as there is one. */
  fire(): Promise<void>;
}

const { setTimeout: platformSetTimeout, setInterval: platformSetInterval, clearTimeout: platformClear } = globalThis;
let lastId = -1; // real ones are positive
let isHeld: (milliseconds: number) => boolean;
let waiting: Map<number, Timer>;

const replace = (platformSet: typeof setTimeout, repeats: boolean) => {
  return (run: () => void, length = 0, ...rest: unknown[]) => {
    if (length < LONG && !isHeld(length)) return platformSet(run, length, ...rest);
    lastId--;
    if (isHeld(length)) waiting.set(lastId, { run, repeats });
    return lastId;
  };
};
const clear = (id?: number) => {
  if (id === undefined || !waiting.delete(id)) platformClear(id);
};
Object.assign(globalThis, {
  setTimeout: replace(platformSetTimeout, false),
  setInterval: replace(platformSetInterval as typeof setTimeout, true),
  clearTimeout: clear,
  clearInterval: clear,
});

/** Holds timers until they are fired, up to the end of the test. */
export function holdTimers(areMeant: (milliseconds: number) => boolean): HeldTimers {
  const held = new Map<number, Timer>();
  isHeld = areMeant;
  waiting = held;
  return {
    async fire() {
      await until(() => held.size > 0);
      const [[id, timer]] = held as unknown as [[number, Timer]];
      held.delete(id);
      if (timer.repeats) held.set(id, timer);
      timer.run();
    },
  };
}

/** Holds the delays before the first status requests for a payment that is not settled. */
export const holdPolling = (): HeldTimers => holdTimers((milliseconds) => [1000, 2000, 4000].includes(milliseconds));

const forget = () => void holdTimers(() => false);
forget();
afterEach(forget);
