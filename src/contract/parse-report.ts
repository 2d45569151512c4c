import { isAmount } from './amount.js';
import { isCurrency } from './currency.js';
import { isAny, isString, oneOf, readMembers, type Checked, type MembersOf } from './parse.js';

const PROBLEM = {
  title: isString,
  detail: isString,
  code: isString,
  outcome: oneOf('not_charged', 'unknown'),
  amount: isAmount,
  currency: isCurrency,
};

const REPORT = {
  state: oneOf('processing', 'succeeded', 'failed', 'unknown', 'not_found'),
  reference: isString,
  amount: isAmount,
  currency: isCurrency,
  status: (value: unknown): value is number =>
    Number.isInteger(value) && (value as number) >= 100 && (value as number) < 600,
  payment: isAny,
  error: isAny,
  next_action: isAny,
};

/** The members of an error body that the widget reads: RFC 9457 problem details with `code` and `outcome`. */
export type Problem = MembersOf<typeof PROBLEM>;

/**
 * The outcome of an attempt, the response of `GET {proxy-url}/attempts/{digest}`. `status` and `payment` or `error` are
 * the status and the body of the payment's response. `unknown` with 202 is a payment that the service has accepted and
 * not finished. `not_found` is a payment that has not arrived.
 */
export type AttemptReport = MembersOf<typeof REPORT> & { state: Checked<typeof REPORT.state> };

/** Drops the code `amount_changed` unless amount and currency are valid. */
export function parseProblem(json: unknown): Problem | undefined {
  const problem = readMembers<Problem>(json, PROBLEM);
  if (problem?.code === 'amount_changed' && !(problem.amount && problem.currency)) delete problem.code;
  return problem;
}

/** `undefined` if it is invalid. */
export function parseReport(json: unknown): AttemptReport | undefined {
  const report = readMembers<AttemptReport>(json, REPORT);
  return report?.state && (report as AttemptReport);
}
