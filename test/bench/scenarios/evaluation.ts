import type { CDPSession } from 'playwright-core';
import { openPage, type Scenario } from './scenario.js';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** CPU time of the thread, in µs. */
  readonly tdur?: number;
  readonly args: { readonly data?: { readonly url?: string } };
}

/** Trace events for compiling and running scripts and microtasks. */
const WORK = new Set(['EvaluateScript', 'v8.compile', 'v8.compileModule', 'v8.evaluateModule', 'RunMicrotasks']);

/** Traces the page load. Result: CPU time for scripts, in ms. */
export const evaluationAt4: Scenario<number> = {
  name: 'evaluation at 4×',
  appliesTo: () => true,
  async run(environment, contender) {
    const tracing = await environment.browser.newBrowserCDPSession();
    try {
      return await openPage(
        environment,
        contender,
        {
          throttle: 4,
          async onReady() {
            const traceConfig = { includedCategories: ['devtools.timeline', 'v8'] };
            await tracing.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
          },
        },
        async ({ page }) => {
          await page.waitForLoadState('networkidle');
          return workOf(await endTrace(tracing), environment.server.url) / 1000;
        },
      );
    } finally {
      await tracing.detach();
    }
  },
};

async function endTrace(tracing: CDPSession): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  tracing.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const ended = new Promise<void>((resolve) => {
    tracing.once('Tracing.tracingComplete', () => {
      resolve();
    });
  });
  await tracing.send('Tracing.end');
  await ended;
  return events;
}

/** CPU time for scripts on the page's main thread, in µs. Skips events nested in counted events. */
function workOf(events: readonly TraceEvent[], url: string): number {
  const own = events.find(({ name, args }) => name === 'EvaluateScript' && args.data?.url?.startsWith(url));
  const work = events
    .filter(({ name, ph, pid, tid }) => WORK.has(name) && ph === 'X' && pid === own?.pid && tid === own.tid)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  let until = 0;
  let sum = 0;
  for (const { ts, dur = 0, tdur = 0 } of work) {
    if (ts < until) continue;
    until = ts + dur;
    sum += tdur;
  }
  return sum;
}
