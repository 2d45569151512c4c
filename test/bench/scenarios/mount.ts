import type { Page } from 'playwright-core';
import type { Contender } from '../contender.js';

/** The global API of `mount.html`. See `contenders/shared/expose-mount.ts`. */
interface MountPage {
  readonly mountForm: (container: Element) => () => void;
}

/** Waits until `mountForm` is defined. Some contenders define it asynchronously. */
async function mountIsReady(page: Page): Promise<void> {
  await page.waitForFunction(() => 'mountForm' in globalThis);
}

/** Marks in the trace: before the first call, and in the frame in which each form has its first field. */
export const MOUNTING = 'bench-mounting';
export const PAINTED = 'bench-painted';

/** Mounts `count` forms at once, and waits until each has its first field. */
export async function mountMany(page: Page, { firstField: path }: Contender, count: number): Promise<void> {
  await mountIsReady(page);
  await page.evaluate(
    async ({ path, count, marks: [mounting, painted] }) => {
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
      performance.mark(mounting);
      await new Promise((resolve) => setTimeout(resolve)); // the task of the mark is not counted
      const containers = Array.from({ length: count }, () => {
        const container = document.createElement('div');
        document.body.append(container);
        mountForm(container);
        return container;
      });
      do await new Promise(requestAnimationFrame);
      while (!containers.every(hasField));
      performance.mark(painted); // the task of this frame is counted, with layout and painting
    },
    { path, count, marks: [MOUNTING, PAINTED] as const },
  );
}

/** Mounts a form, waits for its rendering, or that of its frame, and its behavior, and unmounts it, `count` times. */
export async function mountAndUnmount(
  page: Page,
  { firstField, frame = firstField, unready = ':not(*)' }: Contender,
  count: number,
): Promise<void> {
  const [first = ''] = frame;
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
