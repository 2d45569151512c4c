import { heapSize, openPage, type FirstField, type PageOptions, type Scenario } from '../page.js';

export interface Load {
  readonly firstField: FirstField;
  readonly mainThreadMs: number;
  readonly heapBytes: number;
}

const load = (name: string, options: PageOptions): Scenario<Load> => ({
  name,
  run: (environment, contender) =>
    openPage(environment, contender, options, async ({ cdp, firstField, idle, cpuMs }) => {
      await idle();
      return {
        firstField: firstField ?? { timeMs: NaN, bytes: NaN },
        mainThreadMs: await cpuMs(),
        heapBytes: await heapSize(cdp),
      };
    }),
});

export const loadAt4 = load('load at 4×', { throttle: 4 });
export const slowLoad = load('load on a slow network', { isSlowNetwork: true });
