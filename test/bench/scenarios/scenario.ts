import { setTimeout } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Contender } from '../contender.js';
import type { BenchServer } from '../server.js';
import { stubExternalRequests } from './external-requests.js';
import { watchFirstField, type FirstField } from './first-field.js';

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
  /** Whether all contenders can run at once, because the result does not depend on time. Default: `false`. */
  readonly isParallel?: boolean;
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
  /** Called before the navigation. */
  readonly onReady?: () => Promise<void>;
}

export interface OpenedPage {
  readonly page: Page;
  readonly cdp: CDPSession;
  /** `undefined` for `mount.html`. */
  readonly firstField: FirstField | undefined;
  /** Waits until the behavior of each form has arrived and the network has been idle for 0.5 s. */
  readonly idle: () => Promise<void>;
  /** Counters of the page's process. Times are main-thread CPU times, in seconds. */
  readonly metrics: () => Promise<Metrics>;
}

export type Metrics = Readonly<Record<'TaskDuration' | 'Nodes' | 'JSEventListeners', number>>;

/** In ms. */
const TIMEOUT = 30_000;
const IDLE = 500;

/** Opens a contender's page in a new browser context, waits for its first field, and closes the context after `use`. */
export async function openPage<Result>(
  { browser, server }: Environment,
  contender: Contender,
  { file = 'page.html', throttle = 1, isSlowNetwork = false, isIsolated = false, before, onReady }: PageOptions,
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
    const watched = file === 'page.html' ? await watchFirstField(page, cdp, contender.firstField) : undefined;
    const idle = watchNetwork(page, contender);
    const metrics = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return Object.fromEntries(metrics.map(({ name, value }) => [name, value])) as Metrics;
    };
    if (isSlowNetwork) await cdp.send('Network.emulateNetworkConditions', SLOW_NETWORK);
    await onReady?.();
    await page.goto(`${server.url}/${contender.id}/${file}${isIsolated ? '?isolated' : ''}`);
    const firstField = watched && (await withTimeout(watched.seen, `the first field of ${contender.id}`));
    return await use({ page, cdp, firstField, idle, metrics });
  } finally {
    await context.close();
  }
}

/** A 4G connection with weak signal. Latency is added to each request. */
const SLOW_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/** @returns a function that waits until the forms work and the network has been idle */
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
    const end = Date.now() + TIMEOUT;
    while (Date.now() < end) {
      await setTimeout(20);
      if (open > 0 || Date.now() - changed < IDLE) continue;
      if (await page.evaluate((unready) => !document.querySelector(unready), unready)) return;
      changed = Date.now(); // the behavior may load more
    }
    throw new Error(`Timed out after ${TIMEOUT / 1000} s waiting for the behavior of ${id} and an idle network.`);
  };
}

/** @throws after 30 s; the error names `what` */
export function withTimeout<Result>(promise: Promise<Result>, what: string): Promise<Result> {
  const timeout = setTimeout(TIMEOUT, undefined, { ref: false }).then((): never => {
    throw new Error(`Timed out after ${TIMEOUT / 1000} s waiting for ${what}.`);
  });
  return Promise.race([promise, timeout]);
}

/** Used heap of V8 and Blink after garbage collection, in bytes. */
export async function heapSize(cdp: CDPSession): Promise<number> {
  for (let run = 0; run < 3; run++) await cdp.send('HeapProfiler.collectGarbage');
  const usage = (await cdp.send('Runtime.getHeapUsage')) as { usedSize: number; embedderHeapUsedSize: number };
  return usage.usedSize + usage.embedderHeapUsedSize;
}
