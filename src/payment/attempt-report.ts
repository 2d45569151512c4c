import type { PaymentError } from '../contract/errors.js';
import { parseProblem, parseReport, type AttemptReport, type Problem } from '../contract/parse-report.js';
import {
  callInterpretResponse,
  classifyStatus,
  findAction,
  isActionRequired,
  type InterpretResponse,
  type PaymentMeaning,
} from '../contract/meaning.js';
import type { Mode } from '../contract/protocol.js';
import type { PayResult } from './proxy-request.js';
import { codeOf, toError } from './response.js';

/**
 * The state of an attempt at the proxy.
 * `accepted`: the service has accepted the payment and not finished it.
 * `not_found`: the proxy has not sent it, and will not if a request is late. `error` would refuse it.
 * `unproven`: the proxy knows no such attempt, but without a valid token it does not keep a late request from being sent.
 * `no_answer`: the proxy did not answer, or its report is invalid.
 */
export type AttemptStatus = {
  readonly price?: Partial<Pick<AttemptReport, 'amount' | 'currency'>>;
  readonly mode?: Mode | undefined;
  /** The order, in NFC, if the proxy reports it. */
  readonly reference?: string | undefined;
} & (
  | { readonly state: 'settled' | 'accepted'; readonly result: PayResult }
  | { readonly state: 'processing' | 'unknown' | 'no_answer'; readonly result?: undefined }
  | { readonly state: 'not_found' | 'unproven'; readonly result?: undefined; readonly error?: PaymentError | undefined }
);

/** Never throws. */
export function readReport(
  json: unknown,
  mode: Mode | undefined,
  interpretResponse: InterpretResponse | undefined,
): AttemptStatus {
  try {
    const report = parseReport(json);
    if (!report) return { state: 'no_answer' };
    const { amount, currency, reference } = report;
    const status = { ...read(report, mode, interpretResponse), mode, ...(reference !== undefined && { reference }) };
    return amount && currency ? { ...status, price: { amount, currency } } : status;
  } catch {
    return { state: 'no_answer' }; // interpretResponse failed; it may accept the next report
  }
}

/** The state determines the outcome; status and error add details. */
function read(
  report: AttemptReport,
  mode: Mode | undefined,
  interpretResponse: InterpretResponse | undefined,
): AttemptStatus {
  const isAccepted = report.state === 'unknown' && report.status === 202;
  if (isAccepted) return accepted(report, report.next_action ?? actionToMerchant(interpretResponse, report), mode);
  if (report.state === 'processing' || report.state === 'unknown') return { state: report.state };
  if (report.state !== 'not_found') return readAnswered(report, mode, interpretResponse);
  const problem = readProblem(report.error);
  const state = problem?.code === 'order_token_invalid' ? 'unproven' : 'not_found';
  return { state, ...(problem && { error: toRefusal(report.status, problem) }) };
}

function readAnswered(
  report: AttemptReport,
  mode: Mode | undefined,
  interpretResponse: InterpretResponse | undefined,
): AttemptStatus {
  const failure = report.state === 'failed' ? readProblem(report.error) : undefined;
  const meaning = failure ? undefined : meaningToMerchant(interpretResponse, report);
  if (isActionRequired(meaning)) return accepted(report, meaning.action, mode);
  const outcome = meaning ?? meaningOf(report);
  if (outcome === 'unknown') return { state: 'unknown' };
  if (outcome === 'not_charged') {
    return { state: 'settled', result: { outcome, error: toRefusal(report.status, failure), mode } };
  }
  const { status = 200, payment, error } = report;
  const state = outcome === 'pending' ? 'accepted' : 'settled'; // a pending payment is still followed
  return { state, result: { outcome, payment: payment ?? error ?? null, status, mode } };
}

function accepted({ payment, status = 202 }: AttemptReport, action: unknown, mode: Mode | undefined): AttemptStatus {
  const result = { outcome: 'pending', payment, status, mode, ...(action !== undefined && { action }) } as const;
  return { state: 'accepted', result };
}

/** Returns the action that a page with a proxy of its own finds in the response of the service. */
function actionToMerchant(interpretResponse: InterpretResponse | undefined, report: AttemptReport): unknown {
  try {
    const meaning = meaningToMerchant(interpretResponse, report);
    if (isActionRequired(meaning)) return meaning.action;
  } catch {
    // The state says that the payment was accepted.
  }
  return findAction(202, report.payment);
}

function meaningOf({ state, status }: AttemptReport): PaymentMeaning {
  if (state === 'failed') return 'not_charged';
  return status === 202 ? 'pending' : 'paid';
}

function meaningToMerchant(
  interpretResponse: InterpretResponse | undefined,
  report: AttemptReport,
): ReturnType<InterpretResponse> {
  const { state, status = state === 'succeeded' ? 200 : undefined, payment, error } = report;
  const body = state === 'failed' ? error : payment;
  if (status === undefined || body === undefined || body === null) return undefined;
  return callInterpretResponse(interpretResponse, { status, headers: new Headers(), body });
}

/** Reads the proxy's problem document. Unlike an error body of the service, it always has an outcome. */
function readProblem(error: unknown): Problem | undefined {
  const parsed = parseProblem(error);
  return parsed?.outcome && parsed;
}

function toRefusal(status: number | undefined, problem: Problem | undefined): PaymentError {
  const outcome = 'not_charged';
  const byStatus = classifyStatus(status ?? 0, { kind: 'none' });
  const text = 'The proxy reports the attempt as failed.';
  return toError(problem, codeOf(byStatus, outcome), text, { outcome, status });
}
