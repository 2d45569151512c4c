import type { FieldName } from '../contract/field-names.js';
import { INPUT_IDS } from '../contract/input-ids.js';
import {
  currentOutcome,
  describe,
  mismatch,
  outcomeInQuery,
  outcomeWithout,
  toResult,
  type Shown,
} from './steps/current-outcome.js';
import { noOutcome, PaymentTestError, withoutButton } from './steps/errors.js';
import { fillForm } from './steps/fill-form.js';
import { chooseWidget } from './steps/find-widgets.js';
import { inspect, observe, settle, SETTLE_LIMIT, type Snapshot } from './steps/inspect.js';
import {
  FILL_TIMEOUT,
  OUTCOME_TIMEOUT,
  PAY_TIMEOUT,
  type FillOptions,
  type Outcome,
  type OutcomeOptions,
  type PaymentResult,
  type StepOptions,
  type WidgetOptions,
} from './steps/options.js';
import { atMost, pause, startLimit, within, type Limit } from './steps/pause.js';
import type { LocatorLike, TargetLike } from './steps/playwright-types.js';
import { recordOfPage, type PageRecord } from './steps/watch-page.js';

export { OutcomeError, PaymentTestError, type TestErrorCode } from './steps/errors.js';
export type {
  FieldValues,
  FillOptions,
  Outcome,
  OutcomeOptions,
  PaymentResult,
  StepOptions,
  TestCard,
  WidgetOptions,
} from './steps/options.js';
export type { LocatorLike, TargetLike } from './steps/playwright-types.js';
export type { FieldName } from '../contract/field-names.js';
export type { PaymentErrorCode } from '../contract/errors.js';

const TAG = 'payment-widget';

/** How long a page that loads may not respond, in ms. */
const LOADING = 1000;

/** How long a page that responds may need to do so, in ms. Without it, the last error of a step would be that the page is loading. */
const READING = 500;

/** The time for a look at the page. */
const timeToRead = (limit: Limit, atMost = Infinity): number => Math.min(atMost, Math.max(limit.left(), READING));

/** Locators of an element. `Locator` is the type of your Playwright. None of them depends on the language of the page. */
export interface WidgetLocators<Locator> {
  /** The `<payment-widget>`. */
  readonly root: Locator;
  /** The input of a field, by its role: a text box, or a combo box for a list. */
  readonly field: (name: FieldName) => Locator;
  /** The error of a field. */
  readonly error: (name: FieldName) => Locator;
  /** Any part, such as `test-card-button`. See the table of parts in `docs/element.md`. */
  readonly part: (name: string) => Locator;
  readonly payButton: Locator;
  /** Links to the invalid fields, or why the payment failed. */
  readonly summary: Locator;
  /** The outcome, in place of the form. */
  readonly result: Locator;
  /** The test-mode banner. */
  readonly banner: Locator;
}

/**
 * Locators of the element. Several elements are an error of Playwright when a locator is used, unless you choose one.
 * @param target the page, a frame, a `FrameLocator`, or the locator of a part of the page
 * @param options `reference` chooses the element with this attribute. A framework that sets the property leaves no attribute: then pass
 *   the locator of what contains the element.
 */
export function widget<Locator extends LocatorLike<Locator>>(
  target: TargetLike<Locator>,
  { reference }: WidgetOptions = {},
): WidgetLocators<Locator> {
  const chosen = reference === undefined ? '' : `[reference=${JSON.stringify(reference)}]`;
  return locatorsOf(target.locator(TAG + chosen));
}

/**
 * Fills in the form: the given values, a test card, and sample values for other fields that are empty. Waits until the form is there,
 * and replaces the typed text. Your own inputs in slots are left alone.
 * @param target the page, a frame, a `FrameLocator`, or the locator of a part of the page
 * @throws {PaymentTestError} `unknown_card`, `unknown_field`, `field_not_shown`, `unknown_choice`; `no_widget` or `no_form` after
 *   `timeout` ms, 10,000 by default; `several_widgets`
 */
export async function fillPayment<Locator extends LocatorLike<Locator>>(
  target: TargetLike<Locator>,
  options: FillOptions = {},
): Promise<void> {
  const limit = startLimit(options.timeout ?? FILL_TIMEOUT);
  const { root, record } = await whenFound(target, options, limit);
  const { field } = locatorsOf(root);
  await fillForm(
    {
      inspect: () => look(root, record, limit),
      write: async (name, value, isList) => {
        if (isList) await field(name).selectOption(value, { timeout: limit.left() });
        else await field(name).fill(value, { timeout: limit.left() });
      },
    },
    options,
    limit,
  );
}

/**
 * Presses the Pay button, once it can be pressed, and resolves with the outcome of that attempt. An invalid form is an outcome, too:
 * `failed` with the code `validation_failed`. If the page then goes to `return-url`, waits until it is there.
 * @param target the page, a frame, a `FrameLocator`, or the locator of a part of the page
 * @throws {PaymentTestError} `no_pay_button`; `no_widget`, `no_outcome` or `no_return_page` after `timeout` ms, 20,000 by default;
 *   `several_widgets`
 */
export async function pay<Locator extends LocatorLike<Locator>>(
  target: TargetLike<Locator>,
  options: StepOptions = {},
): Promise<PaymentResult> {
  const { timeout = PAY_TIMEOUT } = options;
  const limit = startLimit(timeout);
  const { root, record } = await whenFound(target, options, limit);
  let snapshot = await look(root, record, limit);
  for (; !snapshot.canPay && !snapshot.withoutButton; snapshot = await look(root, record, limit)) {
    if (limit.isOver) throw noOutcome(`The Pay button cannot be pressed after ${timeout} ms.`, describe(snapshot));
    await pause(20);
  }
  if (snapshot.withoutButton) throw withoutButton();
  const { count } = record;
  await locatorsOf(root).payButton.click({ timeout: limit.left(), noWaitAfter: true }); // a page that it leads to may never come
  for (;;) {
    const seen = record.next(snapshot.id, count);
    if (seen?.mayLeave) await whenLeft(target, snapshot.id, limit);
    if (seen) return toResult(seen);
    if (limit.isOver) {
      const { description } = await shownIn(target, options);
      throw noOutcome(`The payment has no outcome after ${timeout} ms.`, description);
    }
    await pause(20);
  }
}

/**
 * Waits until the element has an outcome. If the page has gone to `return-url`, the query of its URL counts. If it has removed the
 * element, its last outcome counts if it is `paid` or `pending`. On any other page, it counts with `reference` only.
 * @param target the page, a frame, a `FrameLocator`, or the locator of a part of the page
 * @throws {OutcomeError} after `timeout` ms, 10,000 by default, with the state of the element and what the shopper reads
 * @throws {PaymentTestError} `several_widgets`
 */
export async function expectOutcome<Locator extends LocatorLike<Locator>>(
  target: TargetLike<Locator>,
  outcome: Outcome,
  options: OutcomeOptions = {},
): Promise<void> {
  const limit = startLimit(options.timeout ?? OUTCOME_TIMEOUT);
  for (;;) {
    const error = mismatch(outcome, options, await shownIn(target, options));
    if (!error) return;
    if (limit.isOver) throw error;
    await pause(20);
  }
}

function locatorsOf<Locator extends LocatorLike<Locator>>(root: Locator): WidgetLocators<Locator> {
  const part = (name: string) => root.locator(`[part~="${name}"]`);
  const boxes = root.getByRole('textbox').or(root.getByRole('combobox'));
  return {
    root,
    field: (name) => boxes.and(root.locator(`[part~="input"]#${INPUT_IDS[name]}`)),
    error: (name) => root.locator(`#${INPUT_IDS[name]}-error [part~="error"]`),
    part,
    payButton: root.getByRole('button').and(part('pay-button')),
    summary: part('summary'),
    result: part('result'),
    banner: part('banner'),
  };
}

interface Found<Locator> {
  readonly root: Locator;
  readonly record: PageRecord;
}

/** Finds the element by its attribute or property. */
async function find<Locator extends LocatorLike<Locator>>(
  target: TargetLike<Locator>,
  options: WidgetOptions,
  limit: Limit,
): Promise<Found<Locator>> {
  const all = target.locator(TAG);
  const read = (elements: readonly (Element & { reference?: string })[]) =>
    elements.map((one) => one.reference ?? one.getAttribute('reference'));
  const references = (await within(timeToRead(limit, LOADING), all.evaluateAll(read))) as readonly (string | null)[];
  const index = chooseWidget(
    references.map((one) => one?.normalize()),
    options,
  );
  const record = await recordOfPage(all.page());
  return { root: references.length === 1 ? all : all.nth(index), record };
}

async function whenFound<Locator extends LocatorLike<Locator>>(
  target: TargetLike<Locator>,
  options: WidgetOptions,
  limit: Limit,
): Promise<Found<Locator>> {
  for (;;) {
    try {
      return await find(target, options, limit);
    } catch (error) {
      if (!mayPass(error) || target.locator(TAG).page().isClosed() || limit.isOver) throw error;
    }
    await pause(20);
  }
}

/** Whether an element may come, or another document. */
function mayPass(error: unknown): boolean {
  return error instanceof PaymentTestError ? error.code === 'no_widget' : true;
}

/** Describes the element once it has rendered, and records its outcomes from now on. */
async function look<Locator extends LocatorLike<Locator>>(
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

/** What a page shows of a payment. Takes little more than a second. */
async function shownIn<Locator extends LocatorLike<Locator>>(
  target: TargetLike<Locator>,
  options: WidgetOptions,
): Promise<Shown> {
  const page = target.locator(TAG).page();
  const record = await recordOfPage(page);
  const limit = startLimit(LOADING);
  try {
    const { root } = await find(target, options, limit);
    const snapshot = await look(root, record, limit);
    return { actual: currentOutcome(snapshot, record.lastOf(snapshot.id)), description: describe(snapshot) };
  } catch (error) {
    if (page.isClosed() || (error instanceof PaymentTestError && error.code === 'several_widgets')) throw error;
    if (!(error instanceof PaymentTestError)) {
      const reason = error instanceof Error ? error.message : String(error);
      return { actual: undefined, description: `The page cannot be read. It may be loading. ${reason}` };
    }
  }
  const { url, id } = await documentOf(target, limit);
  const { reference } = options;
  const last = reference === undefined ? record.lastOf(id) : record.lastOfOrder(reference);
  const isUnclear = !last && record.count > 0 && reference === undefined;
  const hint = isUnclear ? ' The outcome of an earlier page or element counts only with the option reference.' : '';
  return {
    actual: outcomeInQuery(url) ?? outcomeWithout(last),
    description: `There is no <payment-widget> in ${url}.${hint}`,
  };
}

interface ReadDocument {
  readonly url: string;
  /** The element that a step looked at last. */
  readonly id: number | undefined;
}

/** The document of a target. */
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
async function whenLeft<Locator extends LocatorLike<Locator>>(
  target: TargetLike<Locator>,
  id: number,
  limit: Limit,
): Promise<void> {
  for (;;) {
    const evaluated = target.locator(TAG).evaluateAll(isStaying, id);
    const isThere: unknown = await within(timeToRead(limit, LOADING), evaluated).catch(() => true);
    if (isThere === false) return;
    if (limit.isOver) {
      const { url } = await documentOf(target, startLimit(LOADING));
      const message = `The order is paid or pending, but the page has not gone to return-url. It is at ${url}.`;
      throw new PaymentTestError('no_return_page', message);
    }
    await pause(20);
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
