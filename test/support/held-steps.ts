import { SETTLE_LIMIT } from '../../src/testing/steps/inspect.js';
import './timers.js';

/** The clock of the test steps, which they take when they are loaded. It stands still unless a test moves it. */
let time = 0;

const { setTimeout: later } = globalThis;
performance.now = () => time;
Object.assign(globalThis, {
  setTimeout: (run: () => void, length?: number) => (length === SETTLE_LIMIT ? undefined : later(run, length)),
});

before(() => {
  Reflect.deleteProperty(performance, 'now');
  Object.assign(globalThis, { setTimeout: later });
});

export function passTime(milliseconds: number): void {
  time += milliseconds;
}
