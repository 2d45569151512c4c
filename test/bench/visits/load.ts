import { heapOf, visitPage, type Visit } from './visit.js';

export interface Load {
  /** In ms after the navigation began. */
  readonly firstField: number;
  /** What the main thread worked until nothing was left to do, in ms of its processor. */
  readonly mainThread: number;
  /** In bytes. */
  readonly heap: number;
}

/** Comes to the page for the first time and waits until it has become quiet. */
const load = (throttle: number): Visit<Load> => ({
  name: `load at ${throttle}×`,
  takes: () => true,
  run: (lab, contender) =>
    visitPage(lab, contender, { throttle }, async ({ page, cdp, firstField, metrics }) => {
      await page.waitForLoadState('networkidle');
      const { TaskDuration } = await metrics();
      return { firstField, mainThread: TaskDuration * 1000, heap: await heapOf(cdp) };
    }),
});

export const loadAt1 = load(1);
export const loadAt4 = load(4);
