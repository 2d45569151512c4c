import type { CDPSession, Page } from 'playwright-core';
import type { Contender } from '../contender.js';
import { attachToFrame, expectCall, type Session } from './frame-session.js';
import { FIRST_FIELD, FIRST_FRAME } from './trace.js';

/** A moment of the page load. */
export interface Moment {
  /** Since the start of the navigation, in ms. */
  readonly time: number;
  /** Bodies of scripts and stylesheets received until then, compressed, and that of a document in a frame. */
  readonly bytes: number;
}

/** The first moments of a form. */
export interface FirstField extends Moment {
  /** When the first frame with fields was rendered, if the fields are in frames. */
  readonly frame?: Moment | undefined;
  /** The frame, if its content is measured. */
  readonly session?: Session | undefined;
}

/** What a document reports. */
interface Report {
  /** Since the Unix epoch, in ms. */
  readonly origin: number;
  /** Since then, in ms. */
  readonly time: number;
  readonly files: readonly ReceivedFile[];
}

interface ReceivedFile {
  /** Since the Unix epoch, in ms. */
  readonly at: number;
  readonly bytes: number;
}

interface Arguments {
  readonly path: readonly string[];
  readonly mark: string;
  /** Whether to look in a frame, not in the page. */
  readonly isInFrame: boolean;
}

interface Global {
  readonly benchSeen: (report: string) => void;
  readonly benchFiles: () => readonly ReceivedFile[];
}

/**
 * Checks on each animation frame whether the first field is rendered and focusable. Marks that frame in a trace.
 * @param prepareFrame - called with a frame whose content is measured, before it loads
 */
export async function watchFirstField(
  page: Page,
  cdp: CDPSession,
  { firstField, frame, isFrameServed = false }: Contender,
  prepareFrame: (frame: Session) => Promise<void>,
): Promise<{ readonly seen: Promise<FirstField> }> {
  await page.addInitScript(defineFiles);
  const inPage = (await expectCall(cdp, 'benchSeen')).payload.then((report) => JSON.parse(report) as Report);
  if (!frame || !isFrameServed) {
    await page.addInitScript(checkEachFrame, { path: firstField, mark: FIRST_FIELD, isInFrame: false });
    return {
      seen: inPage.then((report) => {
        const moment = momentOf(report, [report]);
        return { ...moment, ...(frame && { frame: moment }) };
      }),
    };
  }
  const { promise: inFrame, resolve } = deferred<Report>();
  const attached = attachToFrame(cdp, async (session) => {
    const { payload } = await expectCall(session, 'benchSeen');
    void payload.then((report) => {
      resolve(JSON.parse(report) as Report);
    });
    await prepareFrame(session);
  });
  await page.addInitScript(checkEachFrame, { path: frame, mark: FIRST_FRAME, isInFrame: false });
  await page.addInitScript(checkEachFrame, { path: firstField, mark: FIRST_FIELD, isInFrame: true });
  const see = async (): Promise<FirstField> => {
    const [session, frameReport, fieldReport] = await Promise.all([attached, inPage, inFrame]);
    const files = await page.evaluate(() => (globalThis as unknown as Global).benchFiles());
    const { time, bytes } = momentOf(fieldReport, [fieldReport, { ...frameReport, files }]);
    const sinceNavigation = time + fieldReport.origin - frameReport.origin;
    return { time: sinceNavigation, bytes, frame: momentOf(frameReport, [frameReport]), session };
  };
  return { seen: see() };
}

/** Counts the files that the documents had received. */
function momentOf({ origin, time }: Report, documents: readonly Report[]): Moment {
  const files = documents.flatMap(({ files }) => files).filter(({ at }) => at <= origin + time);
  return { time, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

function deferred<Value>(): { readonly promise: Promise<Value>; readonly resolve: (value: Value) => void } {
  let resolve!: (value: Value) => void;
  const promise = new Promise<Value>((resolver) => (resolve = resolver));
  return { promise, resolve };
}

/** Runs in the page and in frames. */
function defineFiles(): void {
  const benchFiles: Global['benchFiles'] = () =>
    (['resource', ...(window === top ? [] : ['navigation'])] as const)
      .flatMap((type) => performance.getEntriesByType(type) as PerformanceResourceTiming[])
      .filter(({ name, entryType }) => entryType === 'navigation' || /\.(js|css)$/.test(name))
      .map(({ responseEnd, encodedBodySize }) => ({
        at: performance.timeOrigin + responseEnd,
        bytes: encodedBodySize,
      }));
  Object.assign(globalThis, { benchFiles });
}

/** Runs in the page and in frames. */
function checkEachFrame({ path, mark, isInFrame }: Arguments): void {
  if ((window !== top) !== isInFrame) return;
  const { benchFiles, benchSeen } = globalThis as unknown as Global;
  const report = () => {
    const time = performance.now();
    performance.mark(mark);
    benchSeen(JSON.stringify({ origin: performance.timeOrigin, time, files: benchFiles() }));
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
