import { MOUNTING, mountMany, PAINTED } from './mount.js';
import { openPage, type Scenario } from './scenario.js';
import { record } from './trace.js';

/** Main-thread CPU time, in ms. */
export interface Mounting {
  /** Until the frame in which each form has its first field is painted. */
  readonly painted: number;
  /** Until the behavior of each form has arrived. */
  readonly whole: number;
}

/** Time for what starts after the frame, in ms. */
const LATER = 500;

/** Mounts `count` forms at once, on a page with loaded scripts. */
const instances = (count: number): Scenario<Mounting> => ({
  name: count === 1 ? '1 instance' : `${count} instances`,
  appliesTo: ({ canMount = false, isFrameServed = false }) => canMount && !isFrameServed,
  rounds: 3, // CPU times of much work vary little
  run: (environment, contender) =>
    record(environment.browser, ({ start, end }) =>
      openPage(environment, contender, { file: 'mount.html' }, async ({ page, idle }) => {
        await idle();
        await start();
        await mountMany(page, contender, count);
        await page.waitForTimeout(LATER);
        await idle();
        const trace = await end(PAINTED);
        return {
          painted: trace.taskTime({ from: MOUNTING, until: PAINTED }),
          whole: trace.taskTime({ from: MOUNTING }),
        };
      }),
    ),
});

export const instance = instances(1);
export const instances100 = instances(100);
