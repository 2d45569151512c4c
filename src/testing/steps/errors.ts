import type { PaymentResult } from './options.js';

/** Why a step cannot be done. */
export type TestErrorCode =
  | 'unknown_card'
  | 'unknown_field'
  | 'field_not_shown'
  | 'unknown_choice'
  | 'unknown_option'
  | 'unknown_outcome'
  | 'no_browser'
  | 'no_widget'
  | 'several_widgets'
  | 'no_form'
  | 'no_pay_button'
  | 'no_outcome'
  | 'no_return_page';

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

export function noBrowser(): PaymentTestError {
  const message =
    'The real element needs a browser. In jsdom and happy-dom, control a fake: createFakeWidget() of payment-widget/testing.';
  return new PaymentTestError('no_browser', message);
}

/** @throws {PaymentTestError} `unknown_option`: TypeScript finds it, JavaScript would ignore it */
export function checkOptions(options: object, known: readonly string[]): void {
  const wrong = Object.keys(options).find((name) => !known.includes(name));
  if (wrong === undefined) return;
  throw new PaymentTestError('unknown_option', `Unknown option "${wrong}". Use one of ${known.join(', ')}.`);
}

export function withoutButton(): PaymentTestError {
  const message =
    'The element has no Pay button (without-button). Press the button of your page, then use expectOutcome().';
  return new PaymentTestError('no_pay_button', message);
}

/** @param state what the element shows */
export function noOutcome(message: string, state: string): PaymentTestError {
  return new PaymentTestError('no_outcome', `${message} ${state}`);
}
