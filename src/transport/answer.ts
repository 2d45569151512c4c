import { isPaymentErrorCode, PaymentError, type ErrorOutcome, type PaymentErrorCode } from '../contract/errors.js';
import { parseProblem } from '../contract/parse.js';
import type { Problem } from '../contract/schema.js';
import { readFieldErrors } from './field-errors.js';
import {
  classifyStatus,
  PAYMENTS_MODE,
  PROBLEM_TYPE,
  RETRY_AFTER,
  toMode,
  type AnswerBody,
  type Mode,
  type StatusMeaning,
} from '../contract/protocol.js';
import { parseRetryAfter } from '../contract/retry-after.js';
import { callInterpretResponse, type InterpretResponse, type PaymentMeaning } from '../contract/interpret.js';

/** How an attempt ended. `mode` is what the answer said, if it said anything. */
export type PayResult =
  | { outcome: 'paid' | 'pending'; payment: unknown; status: number; mode: Mode | undefined }
  | { outcome: ErrorOutcome; error: PaymentError; mode: Mode | undefined };

/** What an answer means, and by whose word. */
export interface Reading {
  readonly result: PayResult;
  /** Whether the merchant's own code has decided, or failed to. */
  readonly decided: boolean;
  /** What the body says of itself, see {@link readProblem}. */
  readonly told: Problem | undefined;
}

/** Reads an answer. `now` is in ms since 1970. */
export function interpret(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  body: AnswerBody,
  decide: InterpretResponse | undefined,
  now: number,
): Reading {
  const mode = toMode(headers.get(PAYMENTS_MODE));
  const payment = body.kind === 'json' ? body.value : null;
  const verdict = classifyStatus(status, body);
  const told = readProblem(body, headers);

  let meaning: PaymentMeaning | undefined;
  try {
    if (isForMerchant(body, headers)) meaning = callInterpretResponse(decide, { status, headers, body: payment });
  } catch (cause) {
    const error = new PaymentError('unreadable_answer', 'interpretResponse failed.', { status, cause });
    return { result: failed(error, mode), decided: true, told };
  }
  const decided = meaning !== undefined;
  const outcome = meaning ?? verdict.outcome;
  if (outcome === 'paid' || outcome === 'pending') return { result: { outcome, payment, status, mode }, decided, told };

  const word = decided ? undefined : told;
  const error = new PaymentError(
    isPaymentErrorCode(word?.code) ? word.code : codeOf(verdict, outcome),
    word?.detail ?? word?.title ?? `The proxy answered ${status}.`,
    {
      outcome: word?.outcome ?? outcome,
      status,
      retryAfter: parseRetryAfter(headers.get(RETRY_AFTER), now),
      fieldErrors: outcome === 'not_charged' ? readFieldErrors(payment) : undefined,
      cause: word && { ...word },
    },
  );
  return { result: failed(error, mode), decided, told };
}

/** An attempt that ended with an error. */
export function failed(error: PaymentError, mode?: Mode): PayResult {
  return { outcome: error.outcome, error, mode };
}

/** The code that goes with an outcome: the verdict's own, where it is of the same mind. */
export function codeOf(verdict: StatusMeaning, outcome: ErrorOutcome): PaymentErrorCode {
  if ('code' in verdict && verdict.outcome === outcome) return verdict.code;
  return outcome === 'unknown' ? 'unexpected_answer' : 'declined';
}

/** There has to be a body that a merchant can know; a redirect or a gateway has none, a proxy's problem is not the service's. */
function isForMerchant(body: AnswerBody, headers: Headers): boolean {
  return body.kind === 'json' && !isProblem(headers);
}

function isProblem(headers: Headers): boolean {
  return headers.get('Content-Type')?.startsWith(PROBLEM_TYPE) ?? false;
}

/** The members that we know of an error body. Only our own media type may name a code; any JSON may name the outcome. */
function readProblem(body: AnswerBody, headers: Headers): Problem | undefined {
  if (body.kind !== 'json') return undefined;
  const parsed = parseProblem(body.value);
  if (isProblem(headers)) return parsed;
  return parsed?.outcome && { outcome: parsed.outcome };
}
