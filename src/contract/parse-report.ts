import { isAmount } from './amount.js';
import { isCurrency } from './currency.js';
import { isAny, isString, maybe, oneOf, readMembers, type Members } from './parse.js';
import { own } from './security.js';

const PROBLEM = {
  title: maybe(isString),
  detail: maybe(isString),
  code: maybe(isString),
  outcome: maybe(oneOf('not_charged', 'unknown')),
  amount: maybe(isAmount),
  currency: maybe(isCurrency),
};

const isStatus = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 100 && (value as number) < 600;

const REPORT = {
  state: oneOf('processing', 'succeeded', 'failed', 'unknown', 'not_found'),
  reference: maybe(isString),
  amount: maybe(isAmount),
  currency: maybe(isCurrency),
  status: maybe(isStatus),
  payment: isAny,
  error: isAny,
  next_action: isAny,
};

/** The members of an error body that the widget reads: RFC 9457 problem details with `code` and `outcome`. */
export type Problem = Members<typeof PROBLEM>;

/**
 * The outcome of an attempt, the response of `GET {proxy-url}/attempts/{digest}`. `status` and `payment` or `error` are
 * the status and the body of the payment's response. `unknown` with 202 is a payment that the service has accepted and
 * not finished. `not_found` is a payment that has not arrived.
 */
export type AttemptReport = Members<typeof REPORT>;

/** Drops the code `amount_changed` unless amount and currency are valid. */
export function parseProblem(json: unknown): Problem | undefined {
  const problem = readMembers(json, PROBLEM);
  if (problem?.code !== 'amount_changed' || (problem.amount && problem.currency)) return problem;
  const { code: _, ...others } = problem;
  return own(others);
}

/** Returns `undefined` if the response is invalid. */
export function parseReport(json: unknown): AttemptReport | undefined {
  return readMembers(json, REPORT);
}
