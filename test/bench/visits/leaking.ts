import { mountAndUnmount } from './stage.js';
import { heapOf, visitPage, type Visit } from './visit.js';

/** What is left of one form that is gone. */
export interface Leak {
  readonly nodes: number;
  readonly listeners: number;
  readonly bytes: number;
}

/** Until all code is compiled. */
const WARM_UP = 200;
const CYCLES = 200;
/** Given to forms that are held on to until some timer ends, in ms. */
const TIMERS_END = 10_500;

export const leaking: Visit<Leak> = {
  name: '200 × mount and unmount',
  takes: ({ hasStage = false }) => hasStage,
  rounds: 1, // it waits long, and counts more than it measures
  run: (lab, contender) =>
    visitPage(lab, contender, { file: 'stage.html' }, async ({ page, cdp, metrics }) => {
      const state = async () => {
        await page.evaluate((time) => new Promise((resolve) => setTimeout(resolve, time)), TIMERS_END);
        await page.evaluate(() => {
          performance.clearResourceTimings();
        });
        const heap = await heapOf(cdp);
        const { Nodes, JSEventListeners } = await metrics();
        return { heap, nodes: Nodes, listeners: JSEventListeners };
      };
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
