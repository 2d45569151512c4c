import type { Page } from 'playwright-core';
import type { Contender } from '../contenders.js';
import { openPage, type Scenario } from '../page.js';

/** The global API of `mount.html`. See `contenders/shared/expose-mount.ts`. */
interface MountPage {
  readonly mountForm: (container: Element) => void;
}

/** Main-thread CPU time, in ms. */
export interface Mounting {
  readonly untilPaintedMs: number;
  readonly untilWorkingMs: number;
}

/** Mounts 100 forms at once, on a page with loaded scripts. */
export const hundredForms: Scenario<Mounting> = {
  name: '100 forms',
  rounds: 3, // CPU times of much work vary little
  run: (environment, contender) =>
    openPage(environment, contender, { file: 'mount.html' }, async ({ page, idle, cpuMs }) => {
      await idle();
      const before = await cpuMs();
      await mountMany(page, contender, 100);
      const untilPaintedMs = (await cpuMs()) - before;
      await idle();
      return { untilPaintedMs, untilWorkingMs: (await cpuMs()) - before };
    }),
};

async function mountMany(page: Page, { firstField: path }: Contender, count: number): Promise<void> {
  await page.waitForFunction(() => 'mountForm' in globalThis); // some contenders define it asynchronously
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
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel(); // its message comes after this frame, before other work
        port1.onmessage = resolve;
        port2.postMessage(undefined);
      });
    },
    { path, count },
  );
}
