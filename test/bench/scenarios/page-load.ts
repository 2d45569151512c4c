import { heapSize, openPage, type Scenario } from './scenario.js';

export interface Load {
  /** Time from the start of the navigation, in ms. */
  readonly firstField: number;
  /** Main-thread CPU time until the network is idle, in ms. */
  readonly mainThread: number;
  /** In bytes. */
  readonly heap: number;
}

/** Loads the page with an empty cache and waits until the network is idle. */
const load = (throttle: number): Scenario<Load> => ({
  name: `load at ${throttle}×`,
  appliesTo: () => true,
  run: (environment, contender) =>
    openPage(environment, contender, { throttle }, async ({ page, cdp, firstField, metrics }) => {
      await page.waitForLoadState('networkidle');
      const { TaskDuration } = await metrics();
      return { firstField, mainThread: TaskDuration * 1000, heap: await heapSize(cdp) };
    }),
});

export const loadAt1 = load(1);
export const loadAt4 = load(4);
