import type { Browser } from 'playwright-core';

/** Name of the mark that a page sets when its first field is focusable. */
export const FIRST_FIELD = 'bench-first-field';
/** Name of the mark that a page sets when the frame with its fields is there. */
export const FIRST_FRAME = 'bench-first-frame';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** In µs. */
  readonly ts: number;
  readonly dur?: number;
  /** CPU time of the thread, in µs. */
  readonly tdur?: number;
  readonly args: { readonly data?: { readonly url?: string } };
}

/** A part of a trace, between two marks. */
export interface Part {
  /** Default: the start of the trace. */
  readonly from?: string;
  /** Default: the end of the trace. */
  readonly until?: string;
}

/** What the main threads of a page and of its frame did. */
export class Trace {
  /** The events of each thread. */
  readonly #threads: ReadonlyMap<string, readonly TraceEvent[]>;

  /** @param marks - marks that only the page or its frame have set. A frame may have a thread of its own */
  constructor(events: readonly TraceEvent[], ...marks: readonly string[]) {
    const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
    const own = marks.map((mark) => {
      const event = events.find(({ name }) => name === mark);
      if (!event) throw new Error(`The trace has no mark "${mark}".`);
      return threadOf(event);
    });
    const sorted = [...events].sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
    this.#threads = new Map(own.map((thread) => [thread, sorted.filter((event) => threadOf(event) === thread)]));
  }

  /** CPU time for compiling and running the scripts of `origins`, and for microtasks, in ms. */
  scriptTime(origins: readonly string[], part: Part = {}): number {
    const isOurs = (url = '') => origins.some((origin) => url.startsWith(origin));
    return this.#sum(part, ({ name, args }) => (name === 'FunctionCall' ? isOurs(args.data?.url) : SCRIPT.has(name)));
  }

  /** CPU time of all tasks, in ms. */
  taskTime(part: Part = {}): number {
    return this.#sum(part, ({ name }) => name === 'ThreadControllerImpl::RunTask');
  }

  /** Skips events that are nested in a counted event. */
  #sum({ from, until }: Part, isCounted: (event: TraceEvent) => boolean): number {
    const [start, end] = [from ? this.#timeOf(from) : 0, until ? this.#timeOf(until) : Infinity];
    let sum = 0;
    for (const events of this.#threads.values()) {
      let counted = start;
      for (const event of events) {
        const { ph, ts, dur = 0, tdur = 0 } = event;
        if (ph !== 'X' || ts < counted || ts >= end || !isCounted(event)) continue;
        counted = ts + dur;
        sum += tdur;
      }
    }
    return sum / 1000;
  }

  #timeOf(mark: string): number {
    return [...this.#threads.values()].flat().find(({ name }) => name === mark)?.ts ?? NaN;
  }
}

const SCRIPT = new Set(['v8.compile', 'v8.compileModule', 'EvaluateScript', 'v8.evaluateModule', 'RunMicrotasks']);

/** A recording of the whole browser. */
export interface Recording {
  readonly start: () => Promise<void>;
  /** Ends it. The trace is that of the page and the frame that have set `marks`. */
  readonly end: (...marks: readonly string[]) => Promise<Trace>;
}

export async function record<Result>(
  browser: Browser,
  use: (recording: Recording) => Promise<Result>,
): Promise<Result> {
  const cdp = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const ended = new Promise<void>((resolve) => {
    cdp.once('Tracing.tracingComplete', () => {
      resolve();
    });
  });
  try {
    return await use({
      async start() {
        // RunMicrotasks is in v8.execute, tasks are in toplevel, marks in blink.user_timing.
        const includedCategories = ['devtools.timeline', 'v8', 'v8.execute', 'toplevel', 'blink.user_timing'];
        await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
      },
      async end(...marks) {
        await cdp.send('Tracing.end');
        await ended;
        return new Trace(events, ...marks);
      },
    });
  } finally {
    await cdp.detach(); // also ends the recording
  }
}
