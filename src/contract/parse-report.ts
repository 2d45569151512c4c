import { isAmount } from './amount.js';
import type { ErrorOutcome } from './errors.js';
import { isAny, isCurrency, isString, oneOf, readMembers } from './parse.js';

/** The members of an error body that the widget reads: RFC 9457 problem details with `code` and `outcome`. */
export interface Problem {
  title?: string | undefined;
  detail?: string | undefined;
  code?: string | undefined;
  outcome?: ErrorOutcome | undefined;
  amount?: number | undefined;
  currency?: string | undefined;
}

/**
 * The outcome of an attempt, the response of `GET {proxy-url}/attempts`. `status` and `payment` or `error` are
 * the status and the body of the payment's response. `unknown` with 202 is a payment that the service has accepted and
 * not finished.
 */
export interface AttemptReport {
  state: 'processing' | 'succeeded' | 'failed' | 'unknown';
  amount?: number | undefined;
  currency?: string | undefined;
  status?: number | undefined;
  payment?: unknown;
  error?: unknown;
  next_action?: unknown;
}

const isStatus = (value: unknown) => Number.isInteger(value) && (value as number) >= 100 && (value as number) < 600;

/** Drops the code `amount_changed` unless amount and currency are valid. */
export function parseProblem(json: unknown): Problem | undefined {
  const problem = readMembers<Problem>(json, {
    title: isString,
    detail: isString,
    code: isString,
    outcome: oneOf('not_charged', 'unknown'),
    amount: isAmount,
    currency: isCurrency,
  });
  if (problem?.code === 'amount_changed' && !(problem.amount && problem.currency)) delete problem.code;
  return problem;
}

/** `undefined` if it is invalid. */
export function parseReport(json: unknown): AttemptReport | undefined {
  const report = readMembers<AttemptReport>(json, {
    state: oneOf('processing', 'succeeded', 'failed', 'unknown'),
    amount: isAmount,
    currency: isCurrency,
    status: isStatus,
    payment: isAny,
    error: isAny,
    next_action: isAny,
  });
  return report?.state && (report as AttemptReport);
}
