import { INPUT_IDS, type FieldName } from '../contract/field-names.js';
import { describe, mismatch, toResult } from './steps/current-outcome.js';
import { noOutcome, PaymentTestError, withoutButton } from './steps/errors.js';
import { fillForm } from './steps/fill-form.js';
import type { WidgetRoot } from './steps/find-widgets.js';
import { inspect, settle, SETTLE_LIMIT, type SeenOutcome, type Snapshot } from './steps/inspect.js';
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
import { atMost, pause, startLimit, type Limit } from './steps/pause.js';
import { findWidget, recordOf, shownIn } from './steps/watch-element.js';
import { writeInput } from './steps/write-input.js';

export * from './steps/exports.js';
export type { WidgetRoot } from './steps/find-widgets.js';

/** The parts of an element, as they are now. `null` if the element does not show the part. */
export interface WidgetParts {
  /** The `<payment-widget>`. */
  readonly root: HTMLElement;
  /** The input of a field. */
  readonly field: (name: FieldName) => HTMLInputElement | HTMLSelectElement | null;
  /** The error of a field. */
  readonly error: (name: FieldName) => HTMLElement | null;
  /** Any part, such as `test-card-button`. See the table of parts in `docs/element.md`. */
  readonly part: (name: string) => HTMLElement | null;
  readonly payButton: HTMLButtonElement | null;
  /** Links to the invalid fields, or why the payment failed. */
  readonly summary: HTMLElement | null;
  /** The outcome, in place of the form. */
  readonly result: HTMLElement | null;
  /** The test-mode banner. */
  readonly banner: HTMLElement | null;
}

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
  const part = (name: string) => query(`[part~="${name}"]`);
  return {
    root: element,
    field: (name) => query(`[part~="input"]#${INPUT_IDS[name]}`) as HTMLInputElement | HTMLSelectElement | null,
    error: (name) => query(`#${INPUT_IDS[name]}-error [part~="error"]`),
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
 * @param root the `<payment-widget>`, or what contains it
 * @throws {PaymentTestError} `unknown_card`, `unknown_field`, `field_not_shown`, `unknown_choice`, `unknown_option`;
 *   `no_widget` or `no_form` after `timeout` ms, 10,000 by default; `several_widgets`; `no_browser` in jsdom and happy-dom
 */
export async function fillPayment(root: WidgetRoot, options: FillOptions = {}): Promise<void> {
  const limit = startLimit(options.timeout ?? FILL_TIMEOUT);
  const element = await whenFound(root, options, limit);
  await fillForm(
    {
      inspect: () => look(element),
      write: async (name, value) => {
        await atMost(SETTLE_LIMIT, writeInput(element, INPUT_IDS[name], value));
      },
    },
    options,
    limit,
  );
}

/**
 * Presses the Pay button, once it can be pressed, and resolves with the outcome of that attempt. An invalid form is an outcome, too:
 * `failed` with the code `validation_failed`.
 * @param root the `<payment-widget>`, or what contains it
 * @throws {PaymentTestError} `no_pay_button`; `no_widget` or `no_outcome` after `timeout` ms, 20,000 by default; `several_widgets`;
 *   `no_browser`
 */
export async function pay(root: WidgetRoot, options: StepOptions = {}): Promise<PaymentResult> {
  const { timeout = PAY_TIMEOUT } = options;
  const limit = startLimit(timeout);
  const element = await whenFound(root, options, limit);
  for (;;) {
    const snapshot = await look(element);
    if (snapshot.withoutButton) throw withoutButton();
    if (snapshot.canPay) break;
    if (limit.isOver) throw noOutcome(`The Pay button cannot be pressed after ${timeout} ms.`, describe(snapshot));
    await pause(20);
  }
  const record = recordOf(element);
  const outcome = new Promise<SeenOutcome>((resolve) => (record.onoutcome = resolve));
  element.shadowRoot?.querySelector<HTMLElement>('[part~="pay-button"]')?.click();
  const seen = await atMost(limit.left(), outcome);
  if (!seen) throw noOutcome(`The payment has no outcome after ${timeout} ms.`, describe(inspect(element)));
  await atMost(SETTLE_LIMIT, settle(element)); // shows the outcome
  return toResult(seen);
}

/**
 * Waits until the element has an outcome. If the page has gone to `return-url`, the query of its URL counts. If it has
 * removed the element, its last outcome counts if it is `paid` or `pending`.
 * @throws {OutcomeError} after `timeout` ms, 10,000 by default, with the state of the element and what the shopper reads
 * @throws {PaymentTestError} `no_browser`, `several_widgets`
 */
export async function expectOutcome(root: WidgetRoot, outcome: Outcome, options: OutcomeOptions = {}): Promise<void> {
  const limit = startLimit(options.timeout ?? OUTCOME_TIMEOUT);
  for (;;) {
    await pause(20); // an attempt that has begun just now shows itself
    const error = mismatch(outcome, options, shownIn(root, options));
    if (!error) return;
    if (limit.isOver) throw error;
  }
}

async function whenFound(root: WidgetRoot, options: WidgetOptions, limit: Limit): Promise<HTMLElement> {
  for (;;) {
    try {
      return findWidget(root, options);
    } catch (error) {
      const mayCome = error instanceof PaymentTestError && error.code === 'no_widget';
      if (!mayCome || limit.isOver) throw error;
    }
    await pause(20);
  }
}

/** Describes the element once it has rendered. */
async function look(element: HTMLElement): Promise<Snapshot> {
  await atMost(SETTLE_LIMIT, settle(element));
  return inspect(element);
}
