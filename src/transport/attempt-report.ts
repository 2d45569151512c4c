import { isPaymentErrorCode, PaymentError } from '../contract/errors.js';
import { parseProblem, parseReport } from '../contract/parse.js';
import type { AttemptReport, Problem } from '../contract/schema.js';
import { callInterpretResponse, type InterpretResponse, type PaymentMeaning } from '../contract/interpret.js';
import { codeOf, type PayResult } from './answer.js';
import { classifyStatus, type Mode } from '../contract/protocol.js';

/** How an attempt ended, for certain. */
export type SettledResult =
  Extract<PayResult, { payment: unknown }> | { outcome: 'not_charged'; error: PaymentError; mode: Mode | undefined };

/**
 * What the proxy says of an attempt now. `accepted`: the service has taken it and not finished. `not_found`: it has not
 * seen it, which a request that is late may still change. `no_answer`: it could not be asked, or what it said makes no
 * sense.
 */
export type AttemptNews =
  | SettledNews
  | { readonly state: 'accepted'; readonly result: SettledResult; readonly price?: AttemptPrice }
  | {
      readonly state: 'processing' | 'unknown' | 'not_found' | 'no_answer';
      readonly result?: undefined;
      readonly price?: AttemptPrice;
    };

export interface SettledNews {
  readonly state: 'settled';
  readonly result: SettledResult;
  readonly price?: AttemptPrice;
}

/** What was to be paid, where the proxy says so: a page that was loaded again may be at another price. */
export type AttemptPrice = Partial<Pick<AttemptReport, 'amount' | 'currency'>>;

/**
 * Reads what the proxy says of an attempt. Never throws.
 * @param mode - what the answer said, if it said anything
 * @param decide - as for the payment itself: the merchant may know what the service's body means
 */
export function readReport(json: unknown, mode: Mode | undefined, decide: InterpretResponse | undefined): AttemptNews {
  try {
    const report = parseReport(json);
    if (!report) return { state: 'no_answer' };
    const { amount, currency } = report;
    const news = read(report, mode, decide);
    return amount && currency ? { ...news, price: { amount, currency } } : news;
  } catch {
    return { state: 'no_answer' }; // the merchant's code: the next report may be one that it can read
  }
}

/** The state is the proxy's word about the money; status and error only say more of it. */
function read(report: AttemptReport, mode: Mode | undefined, decide: InterpretResponse | undefined): AttemptNews {
  const isAccepted = report.state === 'unknown' && report.status === 202;
  if (isAccepted)
    return { state: 'accepted', result: { outcome: 'pending', payment: report.payment, status: 202, mode } };
  if (report.state === 'processing' || report.state === 'unknown') return { state: report.state };
  const told = report.state === 'failed' ? readProblem(report.error) : undefined;
  const outcome = (told ? undefined : decideBy(decide, report)) ?? meaningOf(report);
  if (outcome === 'unknown') return { state: 'unknown' };
  if (outcome === 'not_charged') {
    return { state: 'settled', result: { outcome, error: toError(report.status, told), mode } };
  }
  const { status = 200, payment, error } = report;
  const state = outcome === 'pending' ? 'accepted' : 'settled'; // or it would be settled again and again
  return { state, result: { outcome, payment: payment ?? error ?? null, status, mode } };
}

function meaningOf({ state, status }: AttemptReport): PaymentMeaning {
  if (state === 'failed') return 'not_charged';
  return status === 202 ? 'pending' : 'paid';
}

/** The merchant's code reads the service's body, as it does in the answer of a payment. */
function decideBy(decide: InterpretResponse | undefined, report: AttemptReport): PaymentMeaning | undefined {
  const { state, status = state === 'succeeded' ? 200 : undefined, payment, error } = report;
  const body = state === 'succeeded' ? payment : error;
  if (status === undefined || body === undefined || body === null) return undefined;
  return callInterpretResponse(decide, { status, headers: new Headers(), body });
}

/** The proxy's own problem document. It always names the outcome, and no media type tells it from the service's here. */
function readProblem(error: unknown): Problem | undefined {
  const parsed = parseProblem(error);
  return parsed?.outcome && parsed;
}

function toError(status: number | undefined, told: Problem | undefined): PaymentError {
  const outcome = 'not_charged';
  const code = isPaymentErrorCode(told?.code)
    ? told.code
    : codeOf(classifyStatus(status ?? 0, { kind: 'none' }), outcome);
  const message = told?.detail ?? told?.title ?? 'The proxy says that the attempt has failed.';
  return new PaymentError(code, message, { outcome, status, cause: told && { ...told } });
}
