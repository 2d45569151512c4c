import type { CDPSession, Page } from 'playwright-core';
import { FIRST_FIELD } from './trace.js';

/** The moment in which the first field can be typed into. */
export interface FirstField {
  /** Since the start of the navigation, in ms. */
  readonly time: number;
  /** Bodies of scripts and stylesheets received until then, compressed. */
  readonly bytes: number;
}

interface Arguments {
  readonly path: readonly string[];
  readonly mark: string;
}

interface Reporting {
  readonly benchFirstField: (seen: string) => void;
}

/** Checks on each animation frame whether the first field is rendered and focusable. Marks that frame in a trace. */
export async function watchFirstField(
  page: Page,
  cdp: CDPSession,
  path: readonly string[],
): Promise<{ readonly seen: Promise<FirstField> }> {
  const seen = new Promise<FirstField>((resolve) => {
    cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === 'benchFirstField') resolve(JSON.parse(payload) as FirstField);
    });
  });
  await cdp.send('Runtime.enable');
  await cdp.send('Runtime.addBinding', { name: 'benchFirstField' });
  await page.addInitScript(checkEachFrame, { path, mark: FIRST_FIELD });
  return { seen };
}

/** Runs in the page. */
function checkEachFrame({ path, mark }: Arguments): void {
  if (window !== top) return;
  const report = () => {
    const time = performance.now();
    performance.mark(mark);
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const bytes = files.reduce(
      (sum, { name, encodedBodySize }) => sum + (/\.(js|css)$/.test(name) ? encodedBodySize : 0),
      0,
    );
    (globalThis as unknown as Reporting).benchFirstField(JSON.stringify({ time, bytes }));
  };
  const check = () => {
    let root: ParentNode | null = document;
    let field: Element | null = null;
    for (const selector of path) {
      field = root?.querySelector(selector) ?? null;
      root = field?.shadowRoot ?? null;
    }
    const isRendered = field instanceof HTMLIFrameElement || (field?.getClientRects().length ?? 0) > 0;
    if (isRendered && field instanceof HTMLElement && field.tabIndex >= 0 && !field.matches(':disabled')) report();
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}
