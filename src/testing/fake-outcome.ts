import { ERRORS, isPaymentErrorCode, PaymentError, type PaymentErrorCode } from '../contract/errors.js';
import type { NextAction } from '../contract/next-action.js';
import { describeError, type Attempt, type OutcomeDetail, type PaymentOutcome } from '../payment/outcome.js';

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

/** A {@link FakeOutcome} with its members. */
export type DescribedOutcome = Exclude<FakeOutcome, string>;

/** Codes of attempts that failed, or whose outcome is unknown: the response says which. */
const EITHER: readonly string[] = ['idempotency_key_reused', 'store_unavailable'];

const OUTCOMES: readonly unknown[] = ['paid', 'pending', 'failed', 'unknown', 'action_required'];

/** @throws {FakeWidgetError} for an outcome that the element never reports */
export function readOutcome(given: FakeOutcome): DescribedOutcome {
  const described: DescribedOutcome = typeof given === 'string' ? { outcome: given } : given;
  const { outcome } = described;
  if (!OUTCOMES.includes(outcome) || (outcome === 'action_required' && typeof given === 'string')) {
    throw new FakeWidgetError(`The outcome is ${JSON.stringify(given)}. Expected ${OUTCOMES.join(', ')}.`);
  }
  const { code } = described as Partial<Extract<DescribedOutcome, { code?: unknown }>>;
  if (code === undefined) return described;
  if (!isPaymentErrorCode(code)) throw new FakeWidgetError(`The code is ${String(code)}. See docs/errors.md.`);
  const isFailure = ERRORS[code][0] === 'not_charged';
  if (!EITHER.includes(code) && isFailure !== (outcome === 'failed')) {
    throw new FakeWidgetError(`An attempt with the code ${code} is never ${outcome}. See docs/errors.md.`);
  }
  return described;
}

/** Creates the outcome of an attempt, with all members that the element reports. */
export function createOutcome(
  described: DescribedOutcome,
  attempt: Attempt,
  { mode, restored }: OutcomeDetail,
): PaymentOutcome {
  const shared = { ...attempt, mode, restored };
  switch (described.outcome) {
    case 'paid':
    case 'pending': {
      const { outcome, payment = null, status = outcome === 'paid' ? 200 : 202, afterAction } = described;
      return { outcome, payment, status, ...shared, ...(afterAction && { afterAction }) };
    }
    case 'failed':
    case 'unknown': {
      const { outcome } = described;
      return { outcome, ...describeError(createError(described), attempt, mode, restored) };
    }
    case 'action_required': {
      const { url, method = 'GET', fields = {} } = described.action;
      return { outcome: 'action_required', ...shared, action: { url, method, fields } };
    }
  }
}

type Failed = Extract<DescribedOutcome, { outcome: 'failed' | 'unknown' }>;

function createError({ outcome, code: given, message, ...options }: Failed): PaymentError {
  const isFailed = outcome === 'failed';
  const code = given ?? (isFailed ? 'declined' : 'timeout');
  return new PaymentError(code, message ?? `A fake payment ended with ${code}.`, {
    status: code === 'declined' ? 402 : undefined,
    ...options,
    outcome: isFailed ? 'not_charged' : 'unknown',
  });
}
