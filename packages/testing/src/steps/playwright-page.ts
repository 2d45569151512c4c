import { inspect, observe, type SeenOutcome, type Snapshot } from './inspect.js';
import { PaymentTestError, type WidgetOptions } from './options.js';
import { chooseWidget, shownBy, shownWithout, startLimit, whenFound, type Limit, type Shown } from './payment-steps.js';

/** Finds and reads an element in a page of Playwright. */

/**
 * The parts of Playwright's types that the steps use, so that they accept those of `@playwright/test`, `playwright` and
 * `playwright-core`, and return them. Functions for the page are checked where they are written.
 */

interface Timeout {
  readonly timeout?: number;
}

export interface LocatorLike<Locator> {
  locator(selector: string): Locator;
  frameLocator(selector: string): TargetLike<Locator>;
  getByRole(role: 'button' | 'textbox' | 'combobox'): Locator;
  and(locator: Locator): Locator;
  or(locator: Locator): Locator;
  nth(index: number): Locator;
  click(options?: Timeout & { readonly noWaitAfter?: boolean }): Promise<void>;
  fill(value: string, options?: Timeout): Promise<void>;
  selectOption(value: string, options?: Timeout): Promise<unknown>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Playwright's overloads
  evaluate(pageFunction: any, arg: any, options?: Timeout): Promise<any>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  evaluateAll(pageFunction: any, arg?: any): Promise<any>;
  page(): PageLike & TargetLike<Locator>;
}

export interface PageLike {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- its first parameter names page and frame
  exposeBinding(name: string, callback: (source: any, ...args: any[]) => unknown): Promise<unknown>;
  url(): string;
}

/** What contains the element: a `Page`, a `Frame`, a `FrameLocator`, or the `Locator` of a part of the page. */
export interface TargetLike<Locator> {
  locator(selector: string): Locator;
}

interface PageRecord {
  readonly name: string;
  readonly seen: SeenOutcome[];
  readonly isReady: Promise<unknown>;
}

const records = new WeakMap<PageLike, PageRecord>();

async function recordOfPage(page: PageLike): Promise<PageRecord> {
  let record = records.get(page);
  if (!record) {
    const name = `paymentWidgetOutcome${Math.random().toString(36).slice(2)}`;
    const seen: SeenOutcome[] = [];
    const isReady = page.exposeBinding(name, (_source, outcome: SeenOutcome) => void seen.push(outcome));
    record = { name, seen, isReady };
    records.set(page, record);
  }
  await record.isReady;
  return record;
}

export const TAG = ':is(payment-widget, payment-form)';

/** How long to wait for a page that loads, before a step looks again. */
const LOADING_MS = 1000;

/** How long a page may need to respond at least. Without it, the last error of a step would be that the page is loading. */
const READING_MS = 500;

export const timeToRead = (limit: Limit, atMost = Infinity): number =>
  Math.min(atMost, Math.max(limit.left(), READING_MS));

// Taken before a test can replace them by a fake clock.
const { setTimeout, clearTimeout } = globalThis;

/** Playwright does not respond while a page goes to a page that does not come. */
async function inTime<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('The page does not respond. It may be loading.'));
    }, ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer); // it would keep a process alive
  }
}

async function find<Locator extends LocatorLike<Locator>>(
  target: TargetLike<Locator>,
  options: WidgetOptions,
  limit: Limit,
) {
  const all = target.locator(TAG);
  const read = (elements: readonly (Element & { reference?: string; isolated?: boolean })[]) =>
    elements.map((one) => ({
      reference: one.reference ?? one.getAttribute('reference'),
      isIsolated: one.isolated ?? one.hasAttribute('isolated'),
    }));
  const found = (await inTime(timeToRead(limit, LOADING_MS), all.evaluateAll(read))) as ReturnType<typeof read>;
  const index = chooseWidget(
    found.map(({ reference }) => reference?.normalize()),
    options,
  );
  const record = await recordOfPage(all.page());
  return { root: found.length === 1 ? all : all.nth(index), isIsolated: found[index]?.isIsolated === true, record };
}

export async function whenFormFound<Locator extends LocatorLike<Locator>>(
  target: TargetLike<Locator>,
  options: WidgetOptions,
  limit: Limit,
) {
  const found = await whenFound(() => find(target, options, limit), limit);
  const { root, isIsolated } = found;
  if (!isIsolated) return { ...found, form: root };
  const frame = root.frameLocator('iframe[slot=payment-frame]');
  return { ...found, form: (await whenFound(() => find(frame, {}, limit), limit)).root };
}

export async function look<Locator extends LocatorLike<Locator>>(
  root: Locator,
  { name }: PageRecord,
  limit: Limit,
): Promise<Snapshot> {
  const inPage = (step: (element: Element, name: string) => unknown) => {
    const timeout = timeToRead(limit);
    return inTime(timeout, root.evaluate(step, name, { timeout }));
  };
  await inPage(observe);
  return (await inPage(inspect)) as Snapshot;
}

/** Of the target's document, which may be in a frame. The part of a page has no root. */
const readUrls = (roots: Element[]) => roots.map(({ ownerDocument }) => ownerDocument.URL);

/** @throws {PaymentTestError} `several_widgets` */
export async function shownIn<Locator extends LocatorLike<Locator>>(
  target: TargetLike<Locator>,
  options: WidgetOptions,
): Promise<Shown> {
  const page = target.locator(TAG).page();
  const { seen } = await recordOfPage(page);
  const limit = startLimit(LOADING_MS);
  try {
    const { root, record } = await find(target, options, limit);
    return shownBy(await look(root, record, limit), seen);
  } catch (error) {
    if (!(error instanceof PaymentTestError)) {
      return { actual: undefined, description: `The page cannot be read. It may be loading. ${String(error)}` };
    }
    if (error.code !== 'no_widget') throw error;
    const urls = (await target
      .locator(':root')
      .evaluateAll(readUrls)
      .catch(() => [])) as string[];
    return shownWithout(urls[0] ?? page.url(), seen, options);
  }
}
