import type { Page } from 'playwright-core';
import type { Contender } from '../contender.js';

/** What runs on a stage: see `contenders/shared/mount.ts`. */
interface Stage {
  readonly mountForm: (container: Element) => () => void;
}

interface Play {
  readonly path: readonly string[];
  readonly count: number;
}

/** Waits for the stage's script, which may first have to ask something. */
async function stageIsSet(page: Page): Promise<void> {
  await page.waitForFunction(() => 'mountForm' in globalThis);
}

/** Mounts so many forms at once. @returns how long it took until each had its first field in the document, in ms */
export async function mountMany(page: Page, { firstField: path }: Contender, count: number): Promise<number> {
  await stageIsSet(page);
  return page.evaluate(
    async ({ path, count }: Play) => {
      const { mountForm } = globalThis as unknown as Stage;
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
      document.body.getBoundingClientRect(); // and laid out
      return performance.now() - began;
    },
    { path, count },
  );
}

/** Mounts a form, lets it be drawn, and takes it away again, so many times. */
export async function mountAndUnmount(page: Page, { firstField: path }: Contender, count: number): Promise<void> {
  await stageIsSet(page);
  await page.evaluate(
    async ({ path, count }: Play) => {
      const { mountForm } = globalThis as unknown as Stage;
      const nextFrame = () => new Promise(requestAnimationFrame);
      const [first = ''] = path;
      for (let time = 0; time < count; time++) {
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
