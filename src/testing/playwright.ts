import type { FieldName } from '../contract/field-names.js';
import { INPUT_IDS } from '../contract/input-ids.js';
import { currentOutcome, describe, mismatch, outcomeInQuery, toResult, type Shown } from './steps/current-outcome.js';
import { noOutcome, PaymentTestError, withoutButton } from './steps/errors.js';
import { fillForm } from './steps/fill-form.js';
import { chooseWidget } from './steps/find-widgets.js';
import { inspect, observe, settle, type Snapshot } from './steps/inspect.js';
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
import { pause, within } from './steps/pause.js';
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
  const { timeout = FILL_TIMEOUT } = options;
  const { root, record } = await whenFound(target, options, timeout);
  const { field } = locatorsOf(root);
  await fillForm(
    {
      inspect: () => look(root, record, timeout),
      write: async (name, value, isList) => {
        if (isList) await field(name).selectOption(value, { timeout });
        else await field(name).fill(value, { timeout });
      },
    },
    options,
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
  const end = Date.now() + timeout;
  const { root, record } = await whenFound(target, options, timeout);
  let snapshot = await look(root, record, timeout);
  for (; !snapshot.canPay && !snapshot.withoutButton; snapshot = await look(root, record, timeout)) {
    if (Date.now() > end) throw noOutcome(`The Pay button cannot be pressed after ${timeout} ms.`, describe(snapshot));
    await pause(20);
  }
  if (snapshot.withoutButton) throw withoutButton();
  const { count } = record;
  await locatorsOf(root).payButton.click({ timeout, noWaitAfter: true }); // a page that it leads to may never come
  for (;;) {
    const seen = record.next(snapshot.id, count);
    if (seen?.mayLeave) await whenLeft(target, snapshot.id, end);
    if (seen) return toResult(seen);
    if (Date.now() > end) {
      const { description } = await shownIn(target, options);
      throw noOutcome(`The payment has no outcome after ${timeout} ms.`, description);
    }
    await pause(20);
  }
}

/**
 * Waits until the element has an outcome. If the page has gone to `return-url` or has removed the element, the query of its URL or the
 * last outcome counts.
 * @param target the page, a frame, a `FrameLocator`, or the locator of a part of the page
 * @throws {OutcomeError} after `timeout` ms, 10,000 by default, with the state of the element and what the shopper reads
 * @throws {PaymentTestError} `several_widgets`
 */
export async function expectOutcome<Locator extends LocatorLike<Locator>>(
  target: TargetLike<Locator>,
  outcome: Outcome,
  options: OutcomeOptions = {},
): Promise<void> {
  const end = Date.now() + (options.timeout ?? OUTCOME_TIMEOUT);
  for (;;) {
    const error = mismatch(outcome, options, await shownIn(target, options));
    if (!error) return;
    if (Date.now() > end) throw error;
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
): Promise<Found<Locator>> {
  const all = target.locator(TAG);
  const read = (elements: readonly (Element & { reference?: string })[]) =>
    elements.map((one) => one.reference ?? one.getAttribute('reference'));
  const references = (await within(LOADING, all.evaluateAll(read))) as readonly (string | null)[];
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
  timeout: number,
): Promise<Found<Locator>> {
  const end = Date.now() + timeout;
  for (;;) {
    try {
      return await find(target, options);
    } catch (error) {
      if (!mayPass(error) || target.locator(TAG).page().isClosed() || Date.now() > end) throw error;
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
  timeout: number,
): Promise<Snapshot> {
  const inPage = (step: (element: Element, name: string) => unknown) =>
    within(timeout, root.evaluate(step, name, { timeout }));
  await inPage(observe);
  await inPage(settle);
  return (await inPage(inspect)) as Snapshot;
}

/** What a page shows of a payment. */
async function shownIn<Locator extends LocatorLike<Locator>>(
  target: TargetLike<Locator>,
  options: WidgetOptions,
): Promise<Shown> {
  const page = target.locator(TAG).page();
  const record = await recordOfPage(page);
  try {
    const { root } = await find(target, options);
    const snapshot = await look(root, record, LOADING);
    return { actual: currentOutcome(snapshot, record.lastOf(snapshot.id)), description: describe(snapshot) };
  } catch (error) {
    if (page.isClosed() || (error instanceof PaymentTestError && error.code === 'several_widgets')) throw error;
    if (!(error instanceof PaymentTestError)) return { actual: undefined, description: 'The page is loading.' };
  }
  const url = await urlOf(target);
  const last = record.last(options.reference);
  return {
    actual: outcomeInQuery(url) ?? (last && toResult(last)),
    description: `There is no <payment-widget> in ${url}.`,
  };
}

/** The URL of the document of a target. */
async function urlOf<Locator extends LocatorLike<Locator>>(target: TargetLike<Locator>): Promise<string> {
  try {
    const read = (element: Element) => element.ownerDocument.URL;
    return (await within(LOADING, anyElement(target).evaluate(read, undefined, { timeout: LOADING }))) as string;
  } catch {
    return 'about:blank'; // it is loading
  }
}

/** Waits until another document is there, unless a listener of the page has prevented that it goes to `return-url`. */
async function whenLeft<Locator extends LocatorLike<Locator>>(
  target: TargetLike<Locator>,
  id: number,
  end: number,
): Promise<void> {
  for (;;) {
    const isThere: unknown = await within(LOADING, target.locator(TAG).evaluateAll(isStaying, id)).catch(() => true);
    if (isThere === false) return;
    if (Date.now() > end) {
      const message = `The order is paid or pending, but the page has not gone to return-url. It is at ${await urlOf(target)}.`;
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

/** An element of the target's document. A locator is one itself. */
function anyElement<Locator extends LocatorLike<Locator>>(target: TargetLike<Locator>): Locator {
  return 'and' in target ? (target as unknown as Locator) : target.locator(':root').first();
}
