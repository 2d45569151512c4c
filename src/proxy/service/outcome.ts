import type { AttemptOutcome } from '../measurements.js';
import type { PaymentErrorCode } from '../../contract/errors.js';
import { PROBLEM_TYPE } from '../../contract/protocol.js';
import type { AttemptAnswer } from '../attempts/record.js';
import { ProblemError } from '../problem.js';

/** The outcome of a payment and the response to return. */
export interface Outcome {
  readonly state: 'succeeded' | 'failed' | 'unknown';
  readonly answer: AttemptAnswer;
  /** The `Retry-After` header in seconds. */
  readonly retryAfter?: string | undefined;
}

export function inDoubt(status: number, code: PaymentErrorCode, detail: string): Outcome {
  return { state: 'unknown', answer: problemAnswer(new ProblemError(status, code, detail, { outcome: 'unknown' })) };
}

export function problemAnswer({ status, document }: ProblemError): AttemptAnswer {
  return { status, body: document, mediaType: PROBLEM_TYPE };
}

/** A 202 is `unknown` as well, but its response may be replayed. */
export const isInDoubt = ({ state, answer }: Outcome): boolean => state === 'unknown' && answer.status !== 202;

/** For measurements. */
export function resultOf({ state, answer }: Outcome): AttemptOutcome {
  if (state === 'succeeded') return 'paid';
  if (state === 'unknown') return answer.status === 202 ? 'pending' : 'unknown';
  return answer.status === 402 ? 'declined' : 'failed';
}
