import { inspect, observe, settle, SETTLE_LIMIT, type SeenOutcome, type Snapshot } from './inspect.js';
import { PaymentTestError, type WidgetOptions } from './options.js';
import {
  atMost,
  chooseWidget,
  currentOutcome,
  describe,
  outcomeInQuery,
  outcomeWithout,
  pause,
  startLimit,
  whenFound,
  within,
  type Limit,
  type Shown,
} from './payment-steps.js';

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
  isClosed(): boolean;
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
    record = {
      name,
      seen,
      isReady: page.exposeBinding(name, (_source, outcome: SeenOutcome) => void seen.push(outcome)),
    };
    records.set(page, record);
  }
  await record.isReady;
  return record;
}

export const TAG = ':is(payment-widget, payment-form)';

/** How long a page that loads may not respond. */
const LOADING_MS = 1000;

/** How long a page that responds may need to do so. Without it, the last error of a step would be that the page is loading. */
const READING_MS = 500;

export const timeToRead = (limit: Limit, atMost = Infinity): number =>
  Math.min(atMost, Math.max(limit.left(), READING_MS));

interface Found<Locator> {
  readonly root: Locator;
  readonly isIsolated: boolean;
  readonly record: PageRecord;
}

async function find<Locator extends LocatorLike<Locator>>(
  target: TargetLike<Locator>,
  options: WidgetOptions,
  limit: Limit,
): Promise<Found<Locator>> {
  const all = target.locator(TAG);
  const read = (elements: readonly (Element & { reference?: string; isolated?: boolean })[]) =>
    elements.map((one) => ({
      reference: one.reference ?? one.getAttribute('reference'),
      isIsolated: one.isolated ?? one.hasAttribute('isolated'),
    }));
  const found = (await within(timeToRead(limit, LOADING_MS), all.evaluateAll(read))) as ReturnType<typeof read>;
  const index = chooseWidget(
    found.map(({ reference }) => reference?.normalize()),
    options,
  );
  const record = await recordOfPage(all.page());
  return { root: found.length === 1 ? all : all.nth(index), isIsolated: found[index]?.isIsolated === true, record };
}

const whenThere = <Locator extends LocatorLike<Locator>>(
  target: TargetLike<Locator>,
  options: WidgetOptions,
  limit: Limit,
): Promise<Found<Locator>> =>
  whenFound(
    () => find(target, options, limit),
    limit,
    // An element may come, or another document.
    (error) =>
      !(error instanceof PaymentTestError && error.code !== 'no_widget') && !target.locator(TAG).page().isClosed(),
  );

interface FoundForm<Locator> extends Found<Locator> {
  readonly form: Locator;
}

export async function whenFormFound<Locator extends LocatorLike<Locator>>(
  target: TargetLike<Locator>,
  options: WidgetOptions,
  limit: Limit,
): Promise<FoundForm<Locator>> {
  const found = await whenThere(target, options, limit);
  const { root, isIsolated } = found;
  const form = isIsolated ? (await whenThere(root.frameLocator('iframe[slot=payment-frame]'), {}, limit)).root : root;
  return { ...found, form };
}

export async function look<Locator extends LocatorLike<Locator>>(
  root: Locator,
  { name }: PageRecord,
  limit: Limit,
): Promise<Snapshot> {
  const inPage = (step: (element: Element, name: string) => unknown) => {
    const timeout = timeToRead(limit);
    return within(timeout, root.evaluate(step, name, { timeout }));
  };
  await inPage(observe);
  await atMost(SETTLE_LIMIT, inPage(settle));
  return (await inPage(inspect)) as Snapshot;
}

export async function shownIn<Locator extends LocatorLike<Locator>>(
  target: TargetLike<Locator>,
  options: WidgetOptions,
): Promise<Shown> {
  const page = target.locator(TAG).page();
  const record = await recordOfPage(page);
  const limit = startLimit(LOADING_MS);
  try {
    const { root } = await find(target, options, limit);
    const snapshot = await look(root, record, limit);
    const last = record.seen.findLast(({ id }) => id === snapshot.id);
    return { actual: currentOutcome(snapshot, last), description: describe(snapshot) };
  } catch (error) {
    if (page.isClosed() || (error instanceof PaymentTestError && error.code === 'several_widgets')) throw error;
    if (!(error instanceof PaymentTestError)) {
      const reason = error instanceof Error ? error.message : String(error);
      return { actual: undefined, description: `The page cannot be read. It may be loading. ${reason}` };
    }
  }
  const { url, id } = await documentOf(target, limit);
  const { reference } = options;
  const last = record.seen.findLast((seen) =>
    reference === undefined ? seen.id === id : seen.reference === reference.normalize(),
  );
  const isUnclear = !last && record.seen.length > 0 && reference === undefined;
  const hint = isUnclear ? ' The outcome of an earlier page or element counts only with the option reference.' : '';
  return {
    actual: outcomeInQuery(url) ?? outcomeWithout(last),
    description: `There is no <payment-widget> in ${url}.${hint}`,
  };
}

interface ReadDocument {
  readonly url: string;
  readonly id: number | undefined;
}

async function documentOf<Locator extends LocatorLike<Locator>>(
  target: TargetLike<Locator>,
  limit: Limit,
): Promise<ReadDocument> {
  const ofPage = target.locator(TAG).page().locator(':root');
  const ofTarget = 'and' in target ? (target as unknown as Locator) : target.locator(':root'); // a locator is an element itself
  try {
    for (const elements of [ofTarget, ofPage]) {
      const [found] = (await within(timeToRead(limit), elements.evaluateAll(readDocument))) as readonly ReadDocument[];
      if (found) return found;
    }
  } catch {
    // It is loading.
  }
  return { url: 'about:blank', id: undefined };
}

/** Playwright runs it in the page. */
function readDocument(elements: readonly Element[]): readonly ReadDocument[] {
  return elements.slice(0, 1).map(({ ownerDocument }) => ({
    url: ownerDocument.URL,
    id: Reflect.get(ownerDocument, Symbol.for('payment-widget/testing')) as number | undefined,
  }));
}

/** Waits until another document is there, unless a listener of the page has prevented that it goes to `return-url`. */
export async function whenLeft<Locator extends LocatorLike<Locator>>(
  target: TargetLike<Locator>,
  id: number,
  limit: Limit,
): Promise<void> {
  for (;;) {
    const evaluated = target.locator(TAG).evaluateAll(isStaying, id);
    const isThere: unknown = await within(timeToRead(limit, LOADING_MS), evaluated).catch(() => true);
    if (isThere === false) return;
    if (limit.isOver) {
      const { url } = await documentOf(target, startLimit(LOADING_MS));
      const message = `The order is paid or pending, but the page has not gone to return-url. It is at ${url}.`;
      throw new PaymentTestError('no_return_page', message);
    }
    await pause();
  }
}

/** Whether an element is there whose page may go to `return-url`. Playwright runs it in the page. */
function isStaying(all: readonly Element[], id: number): boolean {
  return all.some(
    (one) =>
      Reflect.get(one, Symbol.for('payment-widget/testing')) === id &&
      Reflect.get(one, Symbol.for('payment-widget/stays')) !== true,
  );
}
