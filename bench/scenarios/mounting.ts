import type { Page } from 'playwright-core';
import type { Contender } from '../contenders.js';
import { heapSize, openPage, type Scenario } from '../page.js';

/** The global API of `mount.html`. See `contenders/shared/expose-mount.ts`. */
interface MountPage {
  readonly mountForm: (container: Element) => () => void;
}

/** Mounts 100 forms at once, on a page with loaded scripts. Main-thread CPU time until all work, in ms. */
export const hundredForms: Scenario<number> = {
  name: '100 forms',
  rounds: 3, // CPU times of much work vary little
  run: (environment, contender) =>
    openPage(environment, contender, { file: 'mount.html' }, async ({ page, idle, metrics }) => {
      await idle();
      const before = await metrics();
      await mountMany(page, contender, 100);
      await idle();
      const after = await metrics();
      return (after.TaskDuration - before.TaskDuration) * 1000;
    }),
};

/** Increase per unmounted form. */
export interface Leak {
  readonly nodes: number;
  readonly listeners: number;
  readonly bytes: number;
}

/** Enough for the JIT compiler to finish. */
const WARM_UP = 200;
const CYCLES = 200;
/** For timers that still reference a form. */
const TIMER_WAIT_MS = 10_500;

export const leak: Scenario<Leak> = {
  name: '200 × mount and unmount',
  rounds: 1, // slow, and the counts hardly vary
  isParallel: true,
  run: (environment, contender) =>
    openPage(environment, contender, { file: 'mount.html' }, async ({ page, cdp, idle, metrics }) => {
      const state = async () => {
        await page.evaluate((time) => new Promise((resolve) => setTimeout(resolve, time)), TIMER_WAIT_MS);
        await page.evaluate(() => {
          performance.clearResourceTimings();
        });
        const heap = await heapSize(cdp);
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

/** Some contenders define `mountForm` asynchronously. */
async function mountIsReady(page: Page): Promise<void> {
  await page.waitForFunction(() => 'mountForm' in globalThis);
}

/** Mounts `count` forms at once, and waits until each has its first field. */
async function mountMany(page: Page, { firstField: path }: Contender, count: number): Promise<void> {
  await mountIsReady(page);
  await page.evaluate(
    async ({ path, count }) => {
      const { mountForm } = globalThis as unknown as MountPage;
      const hasField = (container: Element) => {
        let root: ParentNode | null = container;
        for (const selector of path) {
          const found: Element | null = root?.querySelector(selector) ?? null;
          if (!found) return false;
          root = found.shadowRoot;
        }
        return true;
      };
      const containers = Array.from({ length: count }, () => {
        const container = document.createElement('div');
        document.body.append(container);
        mountForm(container);
        return container;
      });
      do await new Promise(requestAnimationFrame);
      while (!containers.every(hasField));
    },
    { path, count },
  );
}

/** Mounts a form, waits for its rendering and its behavior, and unmounts it, `count` times. */
async function mountAndUnmount(
  page: Page,
  { firstField: [first = ''], unready = ':not(*)' }: Contender,
  count: number,
): Promise<void> {
  await mountIsReady(page);
  await page.evaluate(
    async ({ first, unready, count }) => {
      const { mountForm } = globalThis as unknown as MountPage;
      const nextFrame = () => new Promise(requestAnimationFrame);
      for (let cycle = 0; cycle < count; cycle++) {
        const container = document.createElement('div');
        document.body.append(container);
        const unmount = mountForm(container);
        do await nextFrame();
        while (!container.querySelector(first) || container.querySelector(unready));
        unmount();
        container.remove();
      }
    },
    { first, unready, count },
  );
}
