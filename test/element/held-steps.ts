import '../support/timers.js';

/** The clock of the test steps, which they take when they are loaded. It stands still unless a test moves it. */
let time = 0;

performance.now = () => time;

before(() => {
  Reflect.deleteProperty(performance, 'now');
});

export function passTime(milliseconds: number): void {
  time += milliseconds;
}
