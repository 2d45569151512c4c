/** What is known about the money when an error is reported. */
export type ErrorOutcome = 'not_charged' | 'unknown';

type ErrorFacts = readonly [outcome: ErrorOutcome, retryable: boolean];

const NOTHING_SENT: ErrorFacts = ['not_charged', false];
const TRY_AGAIN: ErrorFacts = ['not_charged', true];
const IN_DOUBT: ErrorFacts = ['unknown', false];

/**
 * Every error code there is, with what it means for the money and whether the shopper may try again.
 * The union {@link PaymentErrorCode} is made from this table, so a code cannot exist outside it.
 */
export const ERRORS = {
  // The page is set up wrongly: for the developer, nothing was sent.
  missing_proxy_url: NOTHING_SENT,
  invalid_proxy_url: NOTHING_SENT,
  invalid_amount: NOTHING_SENT,
  invalid_amount_limits: NOTHING_SENT,
  invalid_currency: NOTHING_SENT,
  invalid_currency_exponents: NOTHING_SENT,
  invalid_reference: NOTHING_SENT,
  invalid_description: NOTHING_SENT,
  invalid_mode: NOTHING_SENT,
  invalid_request_timeout: NOTHING_SENT,
  unknown_field: NOTHING_SENT,
  missing_field: NOTHING_SENT,
  invalid_metadata: NOTHING_SENT,
  invalid_prefill: NOTHING_SENT,
  invalid_messages: NOTHING_SENT,
  invalid_request_body: NOTHING_SENT,
  key_in_browser: NOTHING_SENT,
  mode_mismatch: NOTHING_SENT,
  invalid_encryption_key: NOTHING_SENT,
  insecure_context: NOTHING_SENT,

  // Stopped in the page before anything was sent.
  validation_failed: TRY_AGAIN,
  submit_prevented: TRY_AGAIN,
  form_failed: NOTHING_SENT,
  disabled: TRY_AGAIN,
  offline: TRY_AGAIN,
  order_in_progress: TRY_AGAIN,
  encryption_failed: TRY_AGAIN, // by the proxy, too, that wants a card in another form than it came in

  // Refused by the proxy or the service.
  amount_changed: TRY_AGAIN,
  unknown_order: NOTHING_SENT,
  origin_not_allowed: NOTHING_SENT,
  declined: TRY_AGAIN,
  rate_limited: TRY_AGAIN,
  invalid_request: TRY_AGAIN,
  not_authorized: NOTHING_SENT,
  not_found: NOTHING_SENT,
  proxy_error: TRY_AGAIN,
  store_unavailable: TRY_AGAIN,
  service_unreachable: TRY_AGAIN,

  // Nobody knows yet whether the card was charged.
  connection_lost: IN_DOUBT,
  timeout: IN_DOUBT,
  unreadable_answer: IN_DOUBT,
  unexpected_answer: IN_DOUBT,
  conflict: IN_DOUBT,
  attempt_in_flight: IN_DOUBT,
  attempt_unknown: IN_DOUBT,
  idempotency_key_reused: ['unknown', true], // another try is offered where the answer says that nothing was charged
  service_error: IN_DOUBT,
} as const satisfies Record<string, ErrorFacts>;

/** The closed set of error codes. */
export type PaymentErrorCode = keyof typeof ERRORS;

/** What a {@link PaymentError} carries beside its code and message. */
export interface PaymentErrorOptions {
  /** Overrides the code's own outcome, when the answer itself says what happened to the money. */
  outcome?: ErrorOutcome | undefined;
  /** Seconds to wait before another try, from `Retry-After`. */
  retryAfter?: number | undefined;
  /** HTTP status of the answer, when there was one. */
  status?: number | undefined;
  /** Message by field name, when fields were at fault. Never a value that was typed. */
  fieldErrors?: Readonly<Record<string, string>> | undefined;
  /** The underlying error or the parsed problem document. Never holds card data. */
  cause?: unknown;
}

/** The one error of this package. `code` says what happened, `outcome` whether money may have moved. */
export class PaymentError extends Error {
  override readonly name = 'PaymentError';
  readonly code: PaymentErrorCode;
  readonly outcome: ErrorOutcome;
  /** Whether the shopper may try again. Never true while the outcome is unknown. */
  readonly retryable: boolean;
  readonly retryAfter?: number | undefined;
  readonly status?: number | undefined;
  readonly fieldErrors?: Readonly<Record<string, string>> | undefined;

  /**
   * @param code - what happened
   * @param message - for developers and logs, in English; shoppers read a text from `messages`
   */
  constructor(code: PaymentErrorCode, message: string, options: PaymentErrorOptions = {}) {
    super(message, { cause: options.cause });
    const [outcome, retryable] = ERRORS[code];
    this.code = code;
    this.outcome = options.outcome ?? outcome;
    this.retryable = this.outcome === 'not_charged' && retryable;
    this.retryAfter = options.retryAfter;
    this.status = options.status;
    this.fieldErrors = options.fieldErrors;
  }
}

/** Whether `code` belongs to the closed set. */
export function isPaymentErrorCode(code: unknown): code is PaymentErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERRORS, code);
}

/** Recognises a {@link PaymentError}, also one that comes from another realm or a second copy of this package. */
export function isPaymentError(error: unknown): error is PaymentError {
  if (typeof error !== 'object' || error === null) return false;
  const { name, code } = error as Partial<PaymentError>; // not instanceof: a frame has an Error of its own
  return name === 'PaymentError' && isPaymentErrorCode(code);
}
