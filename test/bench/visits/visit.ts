import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Contender } from '../contender.js';
import type { BenchServer } from '../server.js';
import { answerForOutside } from './outside.js';

/** Where contenders are visited. */
export interface Lab {
  readonly browser: Browser;
  readonly server: BenchServer;
}

/** One way to use a contender, in a browser context of its own; several measures may read its result. */
export interface Visit<Result> {
  readonly name: string;
  readonly takes: (contender: Contender) => boolean;
  /** In how many rounds it is made at most; in all, where nothing is said. */
  readonly rounds?: number;
  readonly run: (lab: Lab, contender: Contender) => Promise<Result>;
}

export interface Opening {
  readonly file?: 'page.html' | 'stage.html';
  /** How many times slower the page's processor is made. */
  readonly throttle?: number;
  /** Whether the page gets the finest clock that there is. */
  readonly isIsolated?: boolean;
  /** Runs in the page before anything of it does. */
  readonly before?: () => void;
  /** Called when the page is there, and empty. */
  readonly prepared?: (opened: Opened) => Promise<void>;
}

export interface Opened {
  readonly page: Page;
  readonly cdp: CDPSession;
  /** When the first field could be typed into, in ms after the navigation began. */
  readonly firstField: number;
  /** Counters of the page's process; times are of its main thread's processor, in s. */
  readonly metrics: () => Promise<Metrics>;
}

export type Metrics = Readonly<Record<'TaskDuration' | 'Nodes' | 'JSEventListeners', number>>;

const WAIT = 30_000;

/** Opens a contender's page in a context without any cache, waits for its first field, and closes it in the end. */
export async function visitPage<Result>(
  { browser, server }: Lab,
  contender: Contender,
  { file = 'page.html', throttle = 1, isIsolated = false, before, prepared }: Opening,
  use: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 800, height: 900 } });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await answerForOutside(cdp);
    await page.addInitScript('globalThis.__name = (named) => named'); // the compiler names functions by it
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    if (throttle > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    if (before) await page.addInitScript(before);
    const { seen } = await watchFirstField(page, cdp, file === 'page.html' ? contender.firstField : []);
    const metrics = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return Object.fromEntries(metrics.map(({ name, value }) => [name, value])) as Metrics;
    };
    await prepared?.({ page, cdp, firstField: NaN, metrics });
    await page.goto(`${server.url}/${contender.id}/${file}${isIsolated ? '?isolated' : ''}`);
    return await use({ page, cdp, firstField: await inTime(seen, `the first field of ${contender.id}`), metrics });
  } finally {
    await context.close();
  }
}

/** Looks at every frame whether the first field is drawn and can be typed into. */
async function watchFirstField(
  page: Page,
  cdp: CDPSession,
  path: readonly string[],
): Promise<{ readonly seen: Promise<number> }> {
  if (path.length === 0) return { seen: Promise.resolve(NaN) };
  const seen = new Promise<number>((resolve) => {
    cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === 'benchFirstField') resolve(Number(payload));
    });
  });
  await cdp.send('Runtime.enable');
  await cdp.send('Runtime.addBinding', { name: 'benchFirstField' });
  const source = `(${lookForFirstField.toString()})(${JSON.stringify(path)})`;
  await page.addInitScript(source);
  return { seen };
}

function lookForFirstField(path: readonly string[]): void {
  if (window !== top) return;
  const look = () => {
    let root: ParentNode | null = document;
    let field: Element | null = null;
    for (const selector of path) {
      field = root?.querySelector(selector) ?? null;
      root = field?.shadowRoot ?? null;
    }
    const isDrawn = field instanceof HTMLIFrameElement || (field?.getClientRects().length ?? 0) > 0;
    if (isDrawn && field instanceof HTMLElement && field.tabIndex >= 0 && !field.matches(':disabled')) {
      (globalThis as unknown as { benchFirstField: (time: string) => void }).benchFirstField(String(performance.now()));
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Waits, and says for what when it does not come. */
export function inTime<Result>(promise: Promise<Result>, what: string): Promise<Result> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => {
      reject(new Error(`Waited in vain for ${what}.`));
    }, WAIT).unref();
  });
  return Promise.race([promise, late]);
}

/** The memory of a page, V8's and Blink's, when all that is not needed is gone; in bytes. */
export async function heapOf(cdp: CDPSession): Promise<number> {
  for (let time = 0; time < 3; time++) await cdp.send('HeapProfiler.collectGarbage');
  const usage = (await cdp.send('Runtime.getHeapUsage')) as { usedSize: number; embedderHeapUsedSize: number };
  return usage.usedSize + usage.embedderHeapUsedSize;
}
