import { ERRORS, isPaymentErrorCode, PaymentError, type PaymentErrorCode } from 'payment-widget/contract';
import type { CheckedAction, NextAction } from 'payment-widget/contract';

/** A wrong use of a fake element. */
export class FakeWidgetError extends Error {
  override readonly name = 'FakeWidgetError';
}

/** How an attempt ends. */
export type FakeOutcome =
  /** With the defaults below. */
  | 'paid'
  | 'pending'
  | 'failed'
  | 'unknown'
  | {
      readonly outcome: 'paid' | 'pending';
      /**
       * The parsed body of the response.
       * @default `null`
       */
      readonly payment?: unknown;
      /**
       * HTTP status.
       * @default 200, or 202 with `pending`
       */
      readonly status?: number;
      /** Whether the shopper has confirmed this payment at the bank. */
      readonly afterAction?: boolean;
    }
  | {
      readonly outcome: 'failed' | 'unknown';
      /** @default `declined`, or `timeout` with `unknown` */
      readonly code?: PaymentErrorCode;
      /** For developers, in English. */
      readonly message?: string;
      /** HTTP status. */
      readonly status?: number;
      /** Seconds until the next try, with `rate_limited`. */
      readonly retryAfter?: number;
      /** Messages by field name. */
      readonly fieldErrors?: Readonly<Record<string, string>>;
      /** The underlying error, or the parsed problem document. */
      readonly cause?: unknown;
    }
  | {
      /** The bank asks the shopper to confirm the payment. */
      readonly outcome: 'action_required';
      readonly action: NextAction;
    };

type DescribedOutcome = Exclude<FakeOutcome, string>;

/** Codes of attempts that failed, or whose outcome is unknown: the response says which. */
const EITHER: readonly string[] = ['idempotency_key_reused', 'store_unavailable'];

const OUTCOMES: readonly unknown[] = ['paid', 'pending', 'failed', 'unknown', 'action_required'];

export type FakeResult =
  | { readonly outcome: 'paid' | 'pending'; readonly payment: unknown; readonly status: number }
  | { readonly outcome: 'pending'; readonly payment: null; readonly status: 202; readonly action: CheckedAction }
  | { readonly outcome: 'not_charged' | 'unknown'; readonly error: PaymentError };

/** @throws {FakeWidgetError} for an outcome that the element never reports */
export function readOutcome(given: FakeOutcome): { readonly result: FakeResult; readonly afterAction: boolean } {
  const described: DescribedOutcome = typeof given === 'string' ? { outcome: given } : given;
  if (!OUTCOMES.includes(described.outcome) || (given as unknown) === 'action_required') {
    throw new FakeWidgetError(`The outcome is ${JSON.stringify(given)}. Expected ${OUTCOMES.join(', ')}.`);
  }
  switch (described.outcome) {
    case 'action_required': {
      const { url, method = 'GET', fields = {} } = described.action;
      const result = { outcome: 'pending', payment: null, status: 202, action: { url, method, fields } } as const;
      return { result, afterAction: false };
    }
    case 'paid':
    case 'pending': {
      const { outcome, payment = null, status = outcome === 'paid' ? 200 : 202, afterAction = false } = described;
      return { result: { outcome, payment, status }, afterAction };
    }
    default: {
      const error = createError(described);
      return { result: { outcome: error.outcome, error }, afterAction: false };
    }
  }
}

type Failed = Extract<DescribedOutcome, { outcome: 'failed' | 'unknown' }>;

function createError({ outcome, code: given, message, ...options }: Failed): PaymentError {
  const isFailed = outcome === 'failed';
  const code = given ?? (isFailed ? 'declined' : 'timeout');
  if (!isPaymentErrorCode(code)) throw new FakeWidgetError(`The code is ${String(code)}. See docs/errors.md.`);
  if (!EITHER.includes(code) && (ERRORS[code][0] === 'not_charged') !== isFailed) {
    throw new FakeWidgetError(`An attempt with the code ${code} is never ${outcome}. See docs/errors.md.`);
  }
  return new PaymentError(code, message ?? `A fake payment ended with ${code}.`, {
    status: code === 'declined' ? 402 : undefined,
    ...options,
    outcome: isFailed ? 'not_charged' : 'unknown',
  });
}
