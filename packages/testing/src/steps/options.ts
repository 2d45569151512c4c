import type { FieldName, PaymentErrorCode } from 'payment-widget/contract';
import type { ServiceScenario } from '../sandbox/behaviours.js';

/** What each entry with steps exports beside them. */

export type { FieldName, PaymentErrorCode };

/** A card of the sandbox, by the name of its scenario, such as `success` or `declined`, or the digits of a card number without spaces. */
export type TestCard = ServiceScenario | `${number}`;

/** Values by field, with the names of the attribute `fields`. An empty string leaves the field empty. */
export type FieldValues = Readonly<Partial<Record<FieldName, string>>>;

/** How an attempt to pay ended. `action`: the bank asks the shopper to confirm the payment. */
export type Outcome = 'paid' | 'pending' | 'failed' | 'unknown' | 'action';

/** Which element is meant. */
export interface WidgetOptions {
  /** The order of the element. Required if there are several. */
  readonly reference?: string | undefined;
}

/** Options of all steps. */
export interface StepOptions extends WidgetOptions {
  /** Limit in ms. 10,000 by default, 20,000 of `pay()`. */
  readonly timeout?: number | undefined;
}

/** Options of `fillPayment()`. */
export interface FillOptions extends StepOptions {
  /**
   * A card of the sandbox, or digits.
   * @default `'success'`
   */
  readonly card?: TestCard | undefined;
  /** Values that a test depends on. Other fields of the card get sample values, and so do other empty fields. */
  readonly fields?: FieldValues | undefined;
}

/** Options of `expectOutcome()`. */
export interface OutcomeOptions extends StepOptions {
  /** The error code that a failed or unknown payment must have. */
  readonly code?: PaymentErrorCode | undefined;
}

/** The outcome of an attempt. */
export interface PaymentResult {
  readonly outcome: Outcome;
  /** The code of the error, if the attempt failed or its outcome is unknown. */
  readonly code?: PaymentErrorCode;
  /** The order, if it has a reference. */
  readonly reference?: string;
}

/** The parts of an element: `Part` is what they are in a page, or for Playwright. */
export interface WidgetPartsOf<Root, Part = Root, Input = Part, Button = Part> {
  /** The `<payment-widget>`. */
  readonly root: Root;
  /** The input of a field. In Playwright by its role: a text box, or a combo box for a list. */
  readonly field: (name: FieldName) => Input;
  /** The error of a field. */
  readonly error: (name: FieldName) => Part;
  /** Any part, such as `test-card-button`. See the table of parts in `docs/element.md`. */
  readonly part: (name: string) => Part;
  readonly payButton: Button;
  /** Links to the invalid fields, or why the payment failed. */
  readonly summary: Part;
  /** The outcome, in place of the form. */
  readonly result: Part;
  /** The test-mode banner. */
  readonly banner: Part;
}

/** Why a step cannot be done. */
export type TestErrorCode =
  | 'unknown_card'
  | 'unknown_field'
  | 'field_not_shown'
  | 'unknown_choice'
  | 'no_browser'
  | 'no_widget'
  | 'several_widgets'
  | 'no_form'
  | 'no_pay_button'
  | 'no_outcome';

/** A step that cannot be done. `code` says why. */
export class PaymentTestError extends Error {
  override readonly name = 'PaymentTestError';
  readonly code: TestErrorCode;

  constructor(code: TestErrorCode, message: string) {
    super(`${message} [${code}]`);
    this.code = code;
  }
}

/** A payment that has another outcome than expected. Test runners show the difference of `expected` and `actual`. */
export class OutcomeError extends Error {
  override readonly name = 'AssertionError';
  readonly code = 'ERR_ASSERTION';
  readonly expected: Partial<PaymentResult>;
  /** The outcome, or `undefined` if there is none yet. */
  readonly actual: Partial<PaymentResult> | undefined;
  readonly showDiff = true;

  constructor(message: string, expected: Partial<PaymentResult>, actual: Partial<PaymentResult> | undefined) {
    super(message);
    this.expected = expected;
    this.actual = actual;
  }
}
