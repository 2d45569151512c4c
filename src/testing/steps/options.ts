import type { PaymentErrorCode } from '../../contract/errors.js';
import type { FieldName } from '../../contract/field-names.js';
import type { ServiceScenario } from '../../sandbox/behaviours.js';

/** A card of the sandbox, by the name of its scenario, such as `success` or `declined`, or the digits of a card number without spaces. */
export type TestCard = ServiceScenario | `${number}`;

/** Values by field, with the names of the attribute `fields`. An empty string leaves the field empty. */
export type FieldValues = Readonly<Partial<Record<FieldName, string>>>;

/** How an attempt to pay ended. `action`: the bank asks the shopper to confirm the payment. */
export type Outcome = 'paid' | 'pending' | 'failed' | 'unknown' | 'action';

export const OUTCOMES: readonly Outcome[] = ['paid', 'pending', 'failed', 'unknown', 'action'];

/** Which element is meant. */
export interface WidgetOptions {
  /** The order of the element. Required if there are several. */
  readonly reference?: string | undefined;
}

/** Options of all steps. */
export interface StepOptions extends WidgetOptions {
  /** Limit in ms. */
  readonly timeout?: number | undefined;
}

/** Options of `fillPayment()`. Its `timeout` is 10,000 ms by default. */
export interface FillOptions extends StepOptions {
  /**
   * A card of the sandbox, or digits.
   * @default `'success'`
   */
  readonly card?: TestCard | undefined;
  /** Values that a test depends on. Other fields of the card get sample values, and so do other empty fields. */
  readonly fields?: FieldValues | undefined;
}

/** Options of `expectOutcome()`. Its `timeout` is 10,000 ms by default. */
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

export const FILL_TIMEOUT = 10_000;
/** An attempt takes as long as the service does. */
export const PAY_TIMEOUT = 20_000;
export const OUTCOME_TIMEOUT = 10_000;
