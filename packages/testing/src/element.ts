import { findWidget, handleOf, seen, shownIn, type WidgetRoot } from './steps/elements.js';
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
  partSelector,
  pressPay,
  startLimit,
  whenFound,
  whenOutcome,
} from './steps/payment-steps.js';

export * from './steps/options.js';
export type { WidgetRoot } from './steps/elements.js';

/** The parts of an element, as they are now. `null` if the element does not show the part. */
export type WidgetParts = WidgetPartsOf<
  HTMLElement,
  HTMLElement | null,
  HTMLInputElement | HTMLSelectElement | null,
  HTMLButtonElement | null
>;

/**
 * Finds the parts of an element.
 * @param root the `<payment-widget>`, or what contains it, such as `document` or the container of Testing Library. Open shadow roots
 *   are searched, too.
 * @throws {PaymentTestError} `no_widget`; `several_widgets` without the option `reference`; `no_browser`
 */
export function widget(root: WidgetRoot, options: WidgetOptions = {}): WidgetParts {
  const element = findWidget(root, options);
  const query = (selector: string): HTMLElement | null => {
    const found = element.shadowRoot?.querySelector<HTMLElement>(selector);
    return found?.checkVisibility() ? found : null;
  };
  const part = (name: string) => query(partSelector(name));
  return {
    root: element,
    field: (name) => query(inputSelector(name)) as HTMLInputElement | HTMLSelectElement | null,
    error: (name) => query(errorSelector(name)),
    part,
    get payButton() {
      return part('pay-button') as HTMLButtonElement | null;
    },
    get summary() {
      return part('summary');
    },
    get result() {
      return part('result');
    },
    get banner() {
      return part('banner');
    },
  };
}

/**
 * Fills in the form: the given values, a test card, and sample values for other fields that are empty. Waits until the form is there,
 * and replaces the typed text. Your own inputs in slots are left alone.
 * @throws {PaymentTestError} `unknown_card`, `unknown_field`, `field_not_shown`, `unknown_choice`;
 *   `no_widget` or `no_form` after `timeout` ms, 10,000 by default; `several_widgets`; `no_browser` in jsdom and happy-dom
 */
export async function fillPayment(root: WidgetRoot, options: FillOptions = {}): Promise<void> {
  const limit = startLimit(options.timeout ?? FILL_TIMEOUT);
  const element = await whenFound(() => findWidget(root, options), limit);
  await fillForm(handleOf(element), options, limit);
}

/**
 * Presses the Pay button, once it can be pressed, and resolves with the outcome of that attempt. An invalid form is an outcome, too:
 * `failed` with the code `validation_failed`.
 * @throws {PaymentTestError} `no_pay_button`; `no_widget` or `no_outcome` after `timeout` ms, 20,000 by default; `several_widgets`;
 *   `no_browser`
 */
export function pay(root: WidgetRoot, options: StepOptions = {}): Promise<PaymentResult> {
  return pressPay(() => [handleOf(findWidget(root, options))], seen, options);
}

/**
 * Waits until the element has an outcome. If the page has gone to `return-url`, the query of its URL counts.
 * @throws {OutcomeError} after `timeout` ms, 10,000 by default, with the state of the element and what the shopper reads
 * @throws {PaymentTestError} `no_browser`, `several_widgets`
 */
export function expectOutcome(root: WidgetRoot, outcome: Outcome, options: OutcomeOptions = {}): Promise<void> {
  return whenOutcome(() => shownIn(root, options), outcome, options);
}
