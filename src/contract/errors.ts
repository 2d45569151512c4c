/** Whether the card was charged, as far as is known. */
export type ErrorOutcome = 'not_charged' | 'unknown';

type ErrorFacts = readonly [outcome: ErrorOutcome, retryable: boolean];

const NOTHING_SENT: ErrorFacts = ['not_charged', false];
const TRY_AGAIN: ErrorFacts = ['not_charged', true];
const IN_DOUBT: ErrorFacts = ['unknown', false];

/** Where codes are described: a file of the package, followed by the code as its anchor. */
export const DOCS = 'payment-widget/docs/errors.md#';

/** All error codes, with the outcome and whether the shopper may try again. */
export const ERRORS = {
  // Configuration errors. Nothing was sent.
  missing_proxy_url: NOTHING_SENT,
  invalid_proxy_url: NOTHING_SENT,
  invalid_amount: NOTHING_SENT,
  invalid_amount_limits: NOTHING_SENT,
  invalid_currency: NOTHING_SENT,
  invalid_currency_exponents: NOTHING_SENT,
  invalid_reference: NOTHING_SENT,
  invalid_order_token: NOTHING_SENT,
  invalid_return_url: NOTHING_SENT,
  invalid_mode: NOTHING_SENT,
  invalid_request_timeout: NOTHING_SENT,
  unknown_field: NOTHING_SENT,
  missing_field: NOTHING_SENT,
  invalid_brands: NOTHING_SENT,
  invalid_request_body: NOTHING_SENT,
  invalid_action_origins: NOTHING_SENT,
  key_in_browser: NOTHING_SENT,
  insecure_context: NOTHING_SENT,
  not_isolated: NOTHING_SENT,
  isolated_setting: NOTHING_SENT,
  order_mismatch: NOTHING_SENT,

  // Stopped before anything was sent.
  validation_failed: TRY_AGAIN,
  submit_prevented: TRY_AGAIN,
  form_failed: NOTHING_SENT,
  not_loaded: TRY_AGAIN, // a part of the script
  frame_unavailable: TRY_AGAIN,
  disabled: TRY_AGAIN,
  offline: TRY_AGAIN,
  order_in_progress: TRY_AGAIN,

  // Rejected by the proxy or the service.
  mode_mismatch: TRY_AGAIN, // the page asks for the mode of the proxy again
  amount_changed: TRY_AGAIN,
  unknown_order: NOTHING_SENT,
  origin_not_allowed: NOTHING_SENT,
  order_token_invalid: NOTHING_SENT,
  order_token_expired: NOTHING_SENT,
  declined: TRY_AGAIN,
  rate_limited: TRY_AGAIN,
  invalid_request: TRY_AGAIN,
  not_authorized: NOTHING_SENT,
  not_found: NOTHING_SENT,
  body_already_read: NOTHING_SENT, // by a body parser in front of the proxy
  proxy_error: TRY_AGAIN,
  store_unavailable: TRY_AGAIN,
  service_unreachable: TRY_AGAIN,

  // The card may have been charged.
  connection_lost: IN_DOUBT,
  timeout: IN_DOUBT,
  unreadable_answer: IN_DOUBT,
  unexpected_answer: IN_DOUBT,
  conflict: IN_DOUBT,
  attempt_in_flight: IN_DOUBT,
  attempt_unknown: IN_DOUBT,
  idempotency_key_reused: ['unknown', true], // retryable if the response says that nothing was charged
  service_error: IN_DOUBT,
  action_refused: IN_DOUBT, // a page that the shopper must not be sent to
} as const satisfies Record<string, ErrorFacts>;

/** A closed set: other codes never occur. */
export type PaymentErrorCode = keyof typeof ERRORS;

/** Members of a {@link PaymentError} beside its code and message. */
export interface PaymentErrorOptions extends Partial<
  Pick<PaymentError, 'outcome' | 'retryAfter' | 'status' | 'fieldErrors'>
> {
  /** The underlying error, or the parsed problem document. Never contains card data. */
  readonly cause?: unknown;
}

/** The error class of this package. */
export class PaymentError extends Error {
  override readonly name = 'PaymentError';
  // The constructor sets all of these: without `declare`, the build would repeat their names.
  /** What happened. A closed set: other codes never occur. */
  declare readonly code: PaymentErrorCode;
  /** Whether the card was charged: `not_charged`, or `unknown` if it may have been. Default: that of the code. */
  declare readonly outcome: ErrorOutcome;
  /** Whether the shopper may try again. Never true for an unknown outcome. */
  declare readonly retryable: boolean;
  /** Seconds until the next try. */
  declare readonly retryAfter?: number | undefined;
  /** HTTP status of the response, if there was one. */
  declare readonly status?: number | undefined;
  /** Messages by field name. Never contain a value that was typed. */
  declare readonly fieldErrors?: Readonly<Record<string, string>> | undefined;
  /** Where the code is described, in the installed package: `payment-widget/docs/errors.md#declined`. */
  declare readonly docs: string;

  /**
   * @param message - for developers and logs, in English; the shopper reads a text of `messages`
   */
  constructor(code: PaymentErrorCode, message: string, options: PaymentErrorOptions = {}) {
    super(message, { cause: options.cause });
    const [outcome, retryable] = ERRORS[code];
    this.code = code;
    this.docs = DOCS + code;
    this.outcome = options.outcome ?? outcome;
    this.retryable = this.outcome === 'not_charged' && retryable;
    this.retryAfter = options.retryAfter;
    this.status = options.status;
    this.fieldErrors = options.fieldErrors;
  }

  /** Returns what logs need: also the message, which an error does not enumerate, but not the cause. */
  toJSON(): object {
    return Object.assign({ message: this.message }, this);
  }
}

export function isPaymentErrorCode(code: unknown): code is PaymentErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code);
}

/** Whether `error` is a {@link PaymentError}, perhaps of another frame or another copy of this package. */
export function isPaymentError(error: unknown): error is PaymentError {
  if (typeof error !== 'object' || error === null) return false;
  const { name, code } = error as Partial<PaymentError>; // instanceof would fail across frames
  return name === 'PaymentError' && isPaymentErrorCode(code);
}

export function logError({ code, message, docs, cause }: PaymentError): void {
  console.error(`<payment-widget>: ${code}: ${message} See ${docs}`, ...(cause ? [cause] : []));
}
