import type { Page } from 'playwright-core';
import type { Contender } from '../contender.js';

/** The global API of `mount.html`. See `contenders/shared/expose-mount.ts`. */
interface MountPage {
  readonly mountForm: (container: Element) => () => void;
}

interface Arguments {
  readonly path: readonly string[];
  readonly count: number;
}

/** Waits until `mountForm` is defined. Some contenders define it asynchronously. */
async function mountIsReady(page: Page): Promise<void> {
  await page.waitForFunction(() => 'mountForm' in globalThis);
}

/** Mounts `count` forms at once. @returns the time until each has its first field in the document, in ms */
export async function mountMany(page: Page, { firstField: path }: Contender, count: number): Promise<number> {
  await mountIsReady(page);
  return page.evaluate(
    async ({ path, count }: Arguments) => {
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
      const { port1, port2 } = new MessageChannel();
      const nextTask = () =>
        new Promise((resolve) => {
          port1.onmessage = resolve;
          port2.postMessage(undefined);
        });
      const began = performance.now();
      const waiting = Array.from({ length: count }, () => {
        const container = document.createElement('div');
        document.body.append(container);
        mountForm(container);
        return container;
      });
      while (waiting.length > 0) {
        if (hasField(waiting.at(-1) as Element)) waiting.pop();
        else await nextTask();
      }
      document.body.getBoundingClientRect(); // forces layout
      return performance.now() - began;
    },
    { path, count },
  );
}

/** Mounts, renders and unmounts a form `count` times. */
export async function mountAndUnmount(page: Page, { firstField: path }: Contender, count: number): Promise<void> {
  await mountIsReady(page);
  await page.evaluate(
    async ({ path, count }: Arguments) => {
      const { mountForm } = globalThis as unknown as MountPage;
      const nextFrame = () => new Promise(requestAnimationFrame);
      const [first = ''] = path;
      for (let cycle = 0; cycle < count; cycle++) {
        const container = document.createElement('div');
        document.body.append(container);
        const unmount = mountForm(container);
        do await nextFrame();
        while (!container.querySelector(first));
        unmount();
        container.remove();
      }
    },
    { path, count },
  );
}
