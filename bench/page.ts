import { setTimeout } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Contender } from './contenders.js';
import type { BenchServer } from './server.js';

export interface Environment {
  readonly browser: Browser;
  readonly server: BenchServer;
}

export interface Scenario<Result> {
  readonly name: string;
  /** Maximum number of rounds. Default: all. */
  readonly rounds?: number;
  readonly run: (environment: Environment, contender: Contender) => Promise<Result>;
}

export interface PageOptions {
  readonly file?: 'page.html' | 'mount.html';
  /** CPU slowdown factor. Default: 1. */
  readonly throttle?: number;
  /** Whether the network has a round trip of 150 ms and 1.6 Mbit/s. Default: `false`. */
  readonly isSlowNetwork?: boolean;
  /** Whether the page is cross-origin isolated, for a finer clock. Default: `false`. */
  readonly isIsolated?: boolean;
  /** Runs in the page before its own scripts. */
  readonly before?: () => void;
}

export interface OpenedPage {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly firstField: FirstField | undefined;
  /** Waits until the behavior of each form has arrived and the network has been idle for 0.5 s. */
  readonly idle: () => Promise<void>;
  /** CPU time of the main thread so far. */
  readonly cpuMs: () => Promise<number>;
  /** Style recalculations so far. */
  readonly recalculations: () => Promise<number>;
}

export interface FirstField {
  /** Since the start of the navigation. */
  readonly timeMs: number;
  /** Bodies of scripts and stylesheets received until then, compressed. */
  readonly bytes: number;
}

const TIMEOUT_MS = 30_000;
const IDLE_MS = 500;

/** A 4G connection with weak signal. Latency is added to each request. */
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

export async function openPage<Result>(
  { browser, server }: Environment,
  contender: Contender,
  { file = 'page.html', throttle = 1, isSlowNetwork = false, isIsolated = false, before }: PageOptions,
  use: (opened: OpenedPage) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 800, height: 900 } });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await page.addInitScript('globalThis.__name = (named) => named'); // esbuild adds calls to __name
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    if (throttle > 1) await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    if (isSlowNetwork) await cdp.send('Network.emulateNetworkConditions', SLOW_NETWORK);
    if (before) await page.addInitScript(before);
    const seen = file === 'page.html' ? (await expectCall(cdp, 'benchSeen')).payload : undefined;
    if (seen) await page.addInitScript(checkEachFrame, contender.firstField);
    const idle = watchNetwork(page, contender);
    const path = contender.page ?? `${contender.id}/${file}`;
    await page.goto(`${server.url}/${path}${isIsolated ? '?isolated' : ''}`);
    const report = seen && (await withTimeout(seen, `the first field of ${contender.id}`));
    const firstField = report === undefined ? undefined : (JSON.parse(report) as FirstField);
    const read = async (metric: string) => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === metric)?.value ?? NaN;
    };
    const cpuMs = async () => (await read('TaskDuration')) * 1000;
    return await use({ page, cdp, firstField, idle, cpuMs, recalculations: () => read('RecalcStyleCount') });
  } finally {
    await context.close();
  }
}

function watchNetwork(page: Page, { id, unready = ':not(*)' }: Contender): () => Promise<void> {
  let open = 0;
  let changed = Date.now();
  const count = (by: number) => () => {
    open += by;
    changed = Date.now();
  };
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));
  return async () => {
    const end = Date.now() + TIMEOUT_MS;
    while (Date.now() < end) {
      await setTimeout(20);
      if (open > 0 || Date.now() - changed < IDLE_MS) continue;
      if (await page.evaluate((unready) => !document.querySelector(unready), unready)) return;
      changed = Date.now(); // the behavior may load more
    }
    throw new Error(`Timed out after ${TIMEOUT_MS / 1000} s waiting for the behavior of ${id} and an idle network.`);
  };
}

/** Runs in the page. Reports on which animation frame the first field is rendered and focusable. */
function checkEachFrame(path: readonly string[]): void {
  const report = () => {
    const timeMs = performance.now();
    const files = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
      ({ name, responseEnd }) => /\.(js|css)$/.test(name) && responseEnd <= timeMs,
    );
    const bytes = files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    const { benchSeen } = globalThis as unknown as { readonly benchSeen: (report: string) => void };
    benchSeen(JSON.stringify({ timeMs, bytes }));
  };
  const check = () => {
    let root: ParentNode | null = document;
    let field: Element | null = null;
    for (const selector of path) {
      field = root?.querySelector(selector) ?? null;
      root = field?.shadowRoot ?? null;
    }
    const isRendered = field?.checkVisibility({ visibilityProperty: true });
    if (isRendered && field instanceof HTMLElement && field.tabIndex >= 0 && !field.matches(':disabled')) report();
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}

export async function expectCall(cdp: CDPSession, name: string): Promise<{ readonly payload: Promise<string> }> {
  const payload = new Promise<string>((resolve) => {
    cdp.on('Runtime.bindingCalled', (call) => {
      if (call.name === name) resolve(call.payload);
    });
  });
  await cdp.send('Runtime.enable');
  await cdp.send('Runtime.addBinding', { name });
  return { payload };
}

export function withTimeout<Result>(promise: Promise<Result>, what: string): Promise<Result> {
  const timeout = setTimeout(TIMEOUT_MS, undefined, { ref: false }).then((): never => {
    throw new Error(`Timed out after ${TIMEOUT_MS / 1000} s waiting for ${what}.`);
  });
  return Promise.race([promise, timeout]);
}

export async function heapSize(cdp: CDPSession): Promise<number> {
  for (let run = 0; run < 3; run++) await cdp.send('HeapProfiler.collectGarbage');
  const usage = (await cdp.send('Runtime.getHeapUsage')) as { usedSize: number; embedderHeapUsedSize: number };
  return usage.usedSize + usage.embedderHeapUsedSize;
}
