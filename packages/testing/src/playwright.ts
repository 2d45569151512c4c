import { fillForm } from './steps/fill-form.js';
import type {
  FillOptions,
  Outcome,
  OutcomeOptions,
  PaymentResult,
  StepOptions,
  WidgetOptions,
  WidgetPartsOf,
} from './steps/options.js';
import {
  errorSelector,
  FILL_TIMEOUT,
  inputSelector,
  PAY_TIMEOUT,
  pressPay,
  startLimit,
  whenOutcome,
} from './steps/payment-steps.js';
import {
  look,
  shownIn,
  TAG,
  timeToRead,
  whenFormFound,
  type LocatorLike,
  type TargetLike,
} from './steps/playwright-page.js';

export * from './steps/options.js';
export type { LocatorLike, TargetLike } from './steps/playwright-page.js';

/** Locators of an element. `Locator` is the type of your Playwright. None of them depends on the language of the page. */
export type WidgetLocators<Locator> = WidgetPartsOf<Locator>;

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
  return locatorsOf(target.locator(chosen ? `payment-widget${chosen}` : TAG));
}

/**
 * Fills in the form: the given values, a test card, and sample values for other fields that are empty. Waits until the form is there,
 * and replaces the typed text. Your own inputs in slots are left alone.
 * @param target the page, a frame, a `FrameLocator`, or the locator of a part of the page
 * @throws {PaymentTestError} `unknown_card`, `unknown_field`, `field_not_shown`, `unknown_choice`;
 *   `no_widget` or `no_form` after `timeout` ms, 10,000 by default; `several_widgets`
 */
export async function fillPayment<Locator extends LocatorLike<Locator>>(
  target: TargetLike<Locator>,
  options: FillOptions = {},
): Promise<void> {
  const limit = startLimit(options.timeout ?? FILL_TIMEOUT);
  const { form, record } = await whenFormFound(target, options, limit);
  const { field } = locatorsOf(form);
  await fillForm(
    {
      inspect: () => look(form, record, limit),
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
 * `failed` with the code `validation_failed`. The page may then go to `return-url`.
 * @param target the page, a frame, a `FrameLocator`, or the locator of a part of the page
 * @throws {PaymentTestError} `no_pay_button`; `no_widget` or `no_outcome` after `timeout` ms, 20,000 by default; `several_widgets`
 */
export async function pay<Locator extends LocatorLike<Locator>>(
  target: TargetLike<Locator>,
  options: StepOptions = {},
): Promise<PaymentResult> {
  const limit = startLimit(options.timeout ?? PAY_TIMEOUT);
  const { root, form, record } = await whenFormFound(target, options, limit);
  let place = form;
  return pressPay(
    {
      inspect: () => {
        place = place === root ? form : root; // isolated, it is outside of the frame if there is something before it
        return look(place, record, limit);
      },
      // a page that it leads to may never come
      press: () => locatorsOf(place).payButton.click({ timeout: timeToRead(limit), noWaitAfter: true }),
      seen: record.seen,
    },
    limit,
  );
}

/**
 * Waits until the element has an outcome. If the page has gone to `return-url`, the query of its URL counts. On any other page without
 * the element, the last outcome of the order counts that a step has seen, with `reference` only.
 * @param target the page, a frame, a `FrameLocator`, or the locator of a part of the page
 * @throws {OutcomeError} after `timeout` ms, 10,000 by default, with the state of the element and what the shopper reads
 * @throws {PaymentTestError} `several_widgets`
 */
export function expectOutcome<Locator extends LocatorLike<Locator>>(
  target: TargetLike<Locator>,
  outcome: Outcome,
  options: OutcomeOptions = {},
): Promise<void> {
  return whenOutcome(() => shownIn(target, options), outcome, options);
}

function locatorsOf<Locator extends LocatorLike<Locator>>(root: Locator): WidgetLocators<Locator> {
  const part = (name: string) => root.locator(`[part~="${name}"]`);
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
