import type { PaymentErrorCode } from 'payment-widget/contract';
import type { AttemptAnswer } from '../attempts/record.js';
import { ProblemError } from '../base/problem.js';
import type { AttemptOutcome } from '../log/measurements.js';
export interface ServiceOutcome {
  readonly state: 'succeeded' | 'failed' | 'unknown';
  readonly answer: AttemptAnswer;
  /** The pause in seconds. */
  readonly retryAfter?: string | undefined;
}

export function inDoubt(status: number, code: PaymentErrorCode, detail: string): ServiceOutcome {
  return { state: 'unknown', answer: new ProblemError(status, code, detail, { outcome: 'unknown' }).toAnswer() };
}

/** A 202 is `unknown` as well, but its response may be replayed. */
export const isInDoubt = ({ state, answer }: ServiceOutcome): boolean => state === 'unknown' && answer.status !== 202;

export function resultOf({ state, answer }: ServiceOutcome): AttemptOutcome {
  if (state === 'succeeded') return 'paid';
  if (state === 'unknown') return answer.status === 202 ? 'pending' : 'unknown';
  return answer.status === 402 ? 'declined' : 'failed';
}

export interface Trial extends ServiceOutcome {
  /**
   * Whether a retry is possible. `safe`: nothing was charged. `same_key`: only if the service recognizes idempotency keys,
   * since it may have charged. `other_key`: nothing was charged, because the service rejected the API key.
   */
  readonly again?: 'safe' | 'same_key' | 'other_key';
}

export const notSent = (status: number, code: PaymentErrorCode, detail: string): ServiceOutcome => ({
  state: 'failed',
  answer: new ProblemError(status, code, detail).toAnswer(),
});

export const unreadable = (detail: string) => inDoubt(502, 'unreadable_answer', detail);
