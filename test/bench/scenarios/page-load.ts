import type { FirstField } from './first-field.js';
import { heapSize, openPage, type PageOptions, type Scenario } from './scenario.js';

export interface Load {
  readonly firstField: FirstField;
  /** Main-thread CPU time until the form works and the network is idle, in ms. */
  readonly mainThread: number;
  /** In bytes. */
  readonly heap: number;
}

/** Loads the page with an empty cache and waits until the form works and the network is idle. */
const load = (name: string, options: PageOptions): Scenario<Load> => ({
  name,
  appliesTo: () => true,
  run: (environment, contender) =>
    openPage(environment, contender, options, async ({ sessions, firstField, idle, metrics }) => {
      await idle();
      const { TaskDuration } = await metrics();
      return {
        firstField: firstField ?? { time: NaN, bytes: NaN },
        mainThread: TaskDuration * 1000,
        heap: await heapSize(sessions),
      };
    }),
});

export const loadAt1 = load('load at 1×', {});
export const loadAt4 = load('load at 4×', { throttle: 4 });
export const slowLoad = load('load on a slow network', { isSlowNetwork: true });
