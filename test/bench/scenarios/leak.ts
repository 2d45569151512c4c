import { mountAndUnmount } from './mount.js';
import { heapSize, openPage, type Scenario } from './scenario.js';

/** Increase per unmounted form. */
export interface Leak {
  readonly nodes: number;
  readonly listeners: number;
  readonly bytes: number;
}

/** Enough for the JIT compiler to finish. */
const WARM_UP = 200;
const CYCLES = 200;
/** Wait for timers that still reference a form, in ms. */
const TIMER_WAIT = 10_500;

export const leak: Scenario<Leak> = {
  name: '200 × mount and unmount',
  appliesTo: ({ canMount = false }) => canMount,
  rounds: 1, // slow, and the counts hardly vary
  isParallel: true,
  run: (environment, contender) =>
    openPage(environment, contender, { file: 'mount.html' }, async ({ page, sessions, idle, metrics }) => {
      const state = async () => {
        await page.evaluate((time) => new Promise((resolve) => setTimeout(resolve, time)), TIMER_WAIT);
        await page.evaluate(() => {
          performance.clearResourceTimings();
        });
        const heap = await heapSize(sessions);
        const { Nodes, JSEventListeners } = await metrics();
        return { heap, nodes: Nodes, listeners: JSEventListeners };
      };
      await idle();
      await mountAndUnmount(page, contender, WARM_UP);
      const before = await state();
      await mountAndUnmount(page, contender, CYCLES);
      const after = await state();
      return {
        nodes: (after.nodes - before.nodes) / CYCLES,
        listeners: (after.listeners - before.listeners) / CYCLES,
        bytes: (after.heap - before.heap) / CYCLES,
      };
    }),
};
