import type { CheckedAction } from '../contract/next-action.js';
import type { PayResult } from '../transport/response.js';
import type { AttemptStorage } from './attempt-storage.js';
import type { Attempt, OutcomeDetail, PaymentOutcome } from './outcome.js';
import type { CardEnding, SessionState } from './session-state.js';

interface Circumstances extends OutcomeDetail {
  readonly time: number;
  readonly card: CardEnding | undefined;
}

/** The state and the outcome of a payment that was accepted, or for which the shopper has to do something. */
export function acceptPayment(
  { replayed, action: checked, ...answer }: Extract<PayResult, { payment: unknown }>,
  attempt: Attempt,
  { time, card, mode, restored }: Circumstances,
  storage: AttemptStorage,
): { state: SessionState; outcome: Extract<PaymentOutcome, { idempotencyKey: string }> } {
  const shared = { ...attempt, mode, restored };
  const state = { name: answer.outcome, attempt, time, card: replayed ? undefined : card }; // the card of that request may differ
  const action = checked as CheckedAction | undefined;
  const afterAction = storage.markAction(attempt, action !== undefined);
  if (!action) return { state, outcome: { ...answer, ...shared, ...(afterAction && { afterAction }) } };
  return { state: { ...state, action, since: Date.now() }, outcome: { outcome: 'action_required', ...shared, action } };
}

/** Whether the shopper has to do something. */
export function awaitsAction(state: SessionState): state is Extract<SessionState, { action?: unknown }> {
  return state.name === 'pending' && state.action !== undefined;
}

/** The start of following: that of the attempt, or the last report of an action, which takes its time. */
export function sinceOf(state: Extract<SessionState, { time: number }>): number {
  return (awaitsAction(state) && state.since) || state.time;
}
