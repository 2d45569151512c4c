import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Contender } from '../contender.js';
import type { BenchServer } from '../server.js';
import { stubExternalRequests } from './external-requests.js';

export interface Environment {
  readonly browser: Browser;
  readonly server: BenchServer;
}

/** A way to use a contender, in its own browser context. Several measures can read its result. */
export interface Scenario<Result> {
  readonly name: string;
  readonly appliesTo: (contender: Contender) => boolean;
  /** Maximum number of rounds. Default: all. */
  readonly rounds?: number;
  readonly run: (environment: Environment, contender: Contender) => Promise<Result>;
}

export interface PageOptions {
  readonly file?: 'page.html' | 'mount.html';
  /** CPU slowdown factor. Default: 1. */
  readonly throttle?: number;
  /** Whether the page is cross-origin isolated, for a finer clock. Default: `false`. */
  readonly isIsolated?: boolean;
  /** Runs in the page before its own scripts. */
  readonly before?: () => void;
  /** Called before the navigation. */
  readonly onReady?: (opened: OpenedPage) => Promise<void>;
}

export interface OpenedPage {
  readonly page: Page;
  readonly cdp: CDPSession;
  /** Time from the start of the navigation until the first field is focusable, in ms. `NaN` for `mount.html`. */
  readonly firstField: number;
  /** Counters of the page's process. Times are main-thread CPU times, in seconds. */
  readonly metrics: () => Promise<Metrics>;
}

export type Metrics = Readonly<Record<'TaskDuration' | 'Nodes' | 'JSEventListeners', number>>;

/** In ms. */
const TIMEOUT = 30_000;

/** Opens a contender's page in a new browser context, waits for its first field, and closes the context after `use`. */
export async function openPage<Result>(
  { browser, server }: Environment,
  contender: Contender,
  { file = 'page.html', throttle = 1, isIsolated = false, before, onReady }: PageOptions,
  use: (opened: OpenedPage) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 800, height: 900 } });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await stubExternalRequests(cdp);
    await page.addInitScript('globalThis.__name = (named) => named'); // esbuild adds calls to __name
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    if (throttle > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    if (before) await page.addInitScript(before);
    const { seen } = await watchFirstField(page, cdp, file === 'page.html' ? contender.firstField : []);
    const metrics = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return Object.fromEntries(metrics.map(({ name, value }) => [name, value])) as Metrics;
    };
    await onReady?.({ page, cdp, firstField: NaN, metrics });
    await page.goto(`${server.url}/${contender.id}/${file}${isIsolated ? '?isolated' : ''}`);
    return await use({ page, cdp, firstField: await withTimeout(seen, `the first field of ${contender.id}`), metrics });
  } finally {
    await context.close();
  }
}

/** Checks on each animation frame whether the first field is rendered and focusable. */
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
  const source = `(${pollForFirstField.toString()})(${JSON.stringify(path)})`;
  await page.addInitScript(source);
  return { seen };
}

function pollForFirstField(path: readonly string[]): void {
  if (window !== top) return;
  const check = () => {
    let root: ParentNode | null = document;
    let field: Element | null = null;
    for (const selector of path) {
      field = root?.querySelector(selector) ?? null;
      root = field?.shadowRoot ?? null;
    }
    const isRendered = field instanceof HTMLIFrameElement || (field?.getClientRects().length ?? 0) > 0;
    if (isRendered && field instanceof HTMLElement && field.tabIndex >= 0 && !field.matches(':disabled')) {
      (globalThis as unknown as { benchFirstField: (time: string) => void }).benchFirstField(String(performance.now()));
    } else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}

/** @throws after 30 s; the error names `what` */
export function withTimeout<Result>(promise: Promise<Result>, what: string): Promise<Result> {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => {
      reject(new Error(`Timed out after ${TIMEOUT / 1000} s waiting for ${what}.`));
    }, TIMEOUT).unref();
  });
  return Promise.race([promise, timeout]);
}

/** Used heap of V8 and Blink after garbage collection, in bytes. */
export async function heapSize(cdp: CDPSession): Promise<number> {
  for (let run = 0; run < 3; run++) await cdp.send('HeapProfiler.collectGarbage');
  const usage = (await cdp.send('Runtime.getHeapUsage')) as { usedSize: number; embedderHeapUsedSize: number };
  return usage.usedSize + usage.embedderHeapUsedSize;
}
