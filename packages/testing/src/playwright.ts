import type { Frame, FrameLocator, Locator, Page } from '@playwright/test';
import { realClock, withinTime } from 'payment-widget/contract';
import { fillForm } from './steps/fill-form.js';
import { inspect, type SeenOutcome } from './steps/inspect.js';
import {
  PaymentTestError,
  type FillOptions,
  type Outcome,
  type OutcomeOptions,
  type PaymentResult,
  type StepOptions,
  type WidgetOptions,
  type WidgetPartsOf,
} from './steps/options.js';
import {
  chooseWidget,
  errorSelector,
  FILL_TIMEOUT,
  inputSelector,
  partSelector,
  pressPay,
  shownBy,
  shownWithout,
  startLimit,
  whenFound,
  whenOutcome,
  type Limit,
  type Shown,
  type WidgetHandle,
} from './steps/payment-steps.js';

export * from './steps/options.js';

/** What contains the element. A `Locator` is that of a part of the page. */
export type WidgetTarget = Page | Frame | FrameLocator | Locator;

/** Locators of an element. None of them depends on the language of the page. */
export type WidgetLocators = WidgetPartsOf<Locator>;

/**
 * Locators of the element. Several elements are an error of Playwright when a locator is used, unless you choose one.
 * @param options `reference` chooses the element with this attribute. A framework that sets the property leaves no attribute: then pass
 *   the locator of what contains the element.
 */
export function widget(target: WidgetTarget, { reference }: WidgetOptions = {}): WidgetLocators {
  const chosen = reference === undefined ? '' : `[reference=${JSON.stringify(reference)}]`;
  return locatorsOf(target.locator(chosen ? `payment-widget${chosen}` : TAG));
}

/**
 * Fills in the form: the given values, a test card, and sample values for other fields that are empty. Waits until the form is there,
 * and replaces the typed text. Your own inputs in slots are left alone.
 * @throws {PaymentTestError} `unknown_card`, `unknown_field`, `field_not_shown`, `unknown_choice`;
 *   `no_widget` or `no_form` after `timeout` ms, 10,000 by default; `several_widgets`
 */
export async function fillPayment(target: WidgetTarget, options: FillOptions = {}): Promise<void> {
  const limit = startLimit(options.timeout ?? FILL_TIMEOUT);
  const places = await whenFound(() => findPlaces(target, options, limit), limit);
  await fillForm(places.at(-1) as WidgetHandle, options, limit);
}

/**
 * Presses the Pay button, once it can be pressed, and resolves with the outcome of that attempt. An invalid form is an outcome, too:
 * `failed` with the code `validation_failed`. The page may then go to `return-url`.
 * @throws {PaymentTestError} `no_pay_button`; `no_widget` or `no_outcome` after `timeout` ms, 20,000 by default; `several_widgets`
 */
export async function pay(target: WidgetTarget, options: StepOptions = {}): Promise<PaymentResult> {
  const { seen } = await recordOfPage(target.locator(TAG).page());
  return pressPay((limit) => findPlaces(target, options, limit), seen, options);
}

/**
 * Waits until the element has an outcome. If the page has gone to `return-url`, the query of its URL counts.
 * @throws {OutcomeError} after `timeout` ms, 10,000 by default, with the state of the element and what the shopper reads
 * @throws {PaymentTestError} `several_widgets`
 */
export function expectOutcome(target: WidgetTarget, outcome: Outcome, options: OutcomeOptions = {}): Promise<void> {
  return whenOutcome(() => shownIn(target, options), outcome, options);
}

interface PageRecord {
  readonly name: string;
  readonly seen: SeenOutcome[];
  readonly isReady: Promise<unknown>;
}

const records = new WeakMap<Page, PageRecord>();

async function recordOfPage(page: Page): Promise<PageRecord> {
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

const TAG = ':is(payment-widget, payment-form)';

/** How long `expectOutcome()` waits for a page that loads, before it looks again. */
const LOADING_MS = 1000;

/** Leaves at least half a second, so that an error at the end of a step can describe the page. */
const timeToRead = (limit: Limit): number => Math.max(limit.left(), 500);

const readAll = (elements: readonly (Element & { reference?: string; isolated?: boolean })[]) =>
  elements.map((one) => ({
    reference: one.reference ?? one.getAttribute('reference'),
    isIsolated: one.isolated ?? one.hasAttribute('isolated'),
  }));

async function find(target: WidgetTarget, options: WidgetOptions, limit: Limit) {
  const all = target.locator(TAG);
  // Playwright waits without limit for a page that does not come.
  const found = await withinTime(timeToRead(limit), realClock, () => all.evaluateAll(readAll));
  const references = found.map(({ reference }) => reference?.normalize());
  const index = chooseWidget(references, options);
  const root = found.length === 1 ? all : all.nth(index);
  return { root, isIsolated: found[index]?.isIsolated === true, widget: await handleOf(root, limit) };
}

/** @returns the element, and in isolated mode the form in its frame */
async function findPlaces(
  target: WidgetTarget,
  options: WidgetOptions,
  limit: Limit,
): Promise<readonly WidgetHandle[]> {
  const { root, isIsolated, widget } = await find(target, options, limit);
  if (!isIsolated) return [widget];
  return [widget, (await find(root.frameLocator('iframe[slot=payment-frame]'), {}, limit)).widget];
}

async function handleOf(root: Locator, limit: Limit): Promise<WidgetHandle> {
  const { name: report } = await recordOfPage(root.page());
  const { field, payButton } = locatorsOf(root);
  return {
    inspect: () => root.evaluate(inspect, report, { timeout: timeToRead(limit) }),
    async write(name, value, isList) {
      const timeout = limit.left();
      if (isList) await field(name).selectOption(value, { timeout });
      else await field(name).fill(value, { timeout });
    },
    // a page that it leads to may never come
    press: () => payButton.click({ timeout: timeToRead(limit), noWaitAfter: true }),
  };
}

function locatorsOf(root: Locator): WidgetPartsOf<Locator> {
  const part = (name: string) => root.locator(partSelector(name));
  const boxes = root.getByRole('textbox').or(root.getByRole('combobox'));
  return {
    root,
    field: (name) => boxes.and(root.locator(inputSelector(name))),
    error: (name) => root.locator(errorSelector(name)),
    part,
    payButton: root.getByRole('button').and(part('pay-button')),
    summary: part('summary'),
    result: part('result'),
    banner: part('banner'),
  };
}

/** Reads the URL of the target's document, which may be in a frame. The part of a page has no root. */
const readUrls = (roots: Element[]) => roots.map(({ ownerDocument }) => ownerDocument.URL);

/** @throws {PaymentTestError} `several_widgets` */
async function shownIn(target: WidgetTarget, options: WidgetOptions): Promise<Shown> {
  const page = target.locator(TAG).page();
  const { seen } = await recordOfPage(page);
  try {
    const { widget } = await find(target, options, startLimit(LOADING_MS));
    return shownBy(await widget.inspect(), seen);
  } catch (error) {
    if (!(error instanceof PaymentTestError)) {
      return { actual: undefined, description: `The page cannot be read. It may be loading. ${String(error)}` };
    }
    const urls = await target
      .locator(':root')
      .evaluateAll(readUrls)
      .catch(() => []);
    return shownWithout(error, urls[0] ?? page.url());
  }
}
