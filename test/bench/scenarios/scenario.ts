import { setTimeout } from 'node:timers/promises';
import type { Browser, Frame, Page } from 'playwright-core';
import type { Contender } from '../contender.js';
import type { BenchServer } from '../server.js';
import { stubExternalRequests } from './external-requests.js';
import { watchFirstField, type FirstField } from './first-field.js';
import type { Session } from './frame-session.js';

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
  /** Where the fields are: the page, or the frame of a contender whose frame is measured. */
  readonly form: Frame;
  /** The session of `form`. */
  readonly formSession: Session;
  /** The sessions of the page, and of the frame if it is measured. */
  readonly sessions: readonly Session[];
  /** `undefined` for `mount.html`. */
  readonly firstField: FirstField | undefined;
  /** Waits until the behavior of each form has arrived and the network has been idle for 0.5 s. */
  readonly idle: () => Promise<void>;
  /** Counters of the processes of page and frame. Times are main-thread CPU times, in seconds. */
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
    const prepare = async (session: Session) => {
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      if (throttle > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
      if (isSlowNetwork) await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
    };
    await prepare(cdp);
    if (isIsolated && contender.isFrameServed) await page.addInitScript(isolateFrames);
    if (before) await page.addInitScript(before);
    const watched = file === 'page.html' ? await watchFirstField(page, cdp, contender, prepare) : undefined;
    const idle = watchNetwork(page, contender);
    await onReady?.();
    await page.goto(`${server.url}/${contender.id}/${file}${isIsolated ? '?isolated' : ''}`);
    const firstField = watched && (await withTimeout(watched.seen, `the first field of ${contender.id}`));
    const sessions = [cdp, ...(firstField?.session ? [firstField.session] : [])];
    const form = page.frames().find((frame) => frame.url().startsWith(server.paymentOrigin)) ?? page.mainFrame();
    const formSession = firstField?.session ?? cdp;
    return await use({ page, form, formSession, sessions, firstField, idle, metrics: () => sumMetrics(sessions) });
  } finally {
    await context.close();
  }
}

async function sumMetrics(sessions: readonly Session[]): Promise<Metrics> {
  const sums = { TaskDuration: 0, Nodes: 0, JSEventListeners: 0 };
  for (const session of sessions) {
    const { metrics } = await session.send('Performance.getMetrics');
    for (const { name, value } of metrics) if (name in sums) sums[name as keyof Metrics] += value;
  }
  return sums;
}

/** Runs in the page. A frame of another origin has a fine clock only if the page allows it. */
function isolateFrames(): void {
  if (window !== top) return;
  HTMLIFrameElement.prototype.setAttribute = function (name, value) {
    Element.prototype.setAttribute.call(this, name, name === 'allow' ? `${value}; cross-origin-isolated` : value);
  };
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
export async function heapSize(sessions: readonly Session[]): Promise<number> {
  let size = 0;
  for (const session of sessions) {
    for (let run = 0; run < 3; run++) await session.send('HeapProfiler.collectGarbage');
    const usage = (await session.send('Runtime.getHeapUsage')) as { usedSize: number; embedderHeapUsedSize: number };
    size += usage.usedSize + usage.embedderHeapUsedSize;
  }
  return size;
}
