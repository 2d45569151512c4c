import type { CheckedAction } from '../contract/next-action.js';
import type { Mode } from '../contract/protocol.js';
import { describeError, type Attempt, type PaymentOutcome } from './outcome.js';
import type { PayAcceptance, PayFailure, PayResult } from './proxy-request.js';
import type { CardEnding, SessionState } from './session-state.js';

/** What is known of an outcome beside its result. */
export interface KnownFacts {
  readonly mode: Mode | undefined;
  /** When the attempt began, in ms since 1970. */
  readonly time: number;
  /** Whether the outcome is that of an earlier payment. */
  readonly restored: boolean;
  /** Whether the shopper has come back from the bank. */
  readonly afterAction: boolean;
  readonly card?: CardEnding | undefined;
  /** Whether the order was paid in this browser before this page was opened. */
  readonly isKept?: boolean | undefined;
}

/** What a session does next, and what its page receives. */
export interface Conclusion {
  readonly state: SessionState;
  readonly outcome: PaymentOutcome;
}

/** Decides what the result of an attempt means. Its action has been checked before. */
export function conclude(attempt: Attempt, result: PayResult, facts: KnownFacts): Conclusion {
  return 'error' in result ? refuse(attempt, result, facts) : accept(attempt, result, facts);
}

function refuse(attempt: Attempt, result: PayFailure, { mode, time, restored }: KnownFacts): Conclusion {
  const { error, isRecorded } = result;
  const { code } = error;
  const detail = describeError(error, attempt, mode, restored);
  return result.outcome === 'not_charged'
    ? { state: { name: 'failed', code, wasSent: true }, outcome: { outcome: 'failed', ...detail } }
    : { state: { name: 'unknown', attempt, time, code, isRecorded }, outcome: { outcome: 'unknown', ...detail } };
}

function accept(attempt: Attempt, result: PayAcceptance, facts: KnownFacts): Conclusion {
  const { replayed, action: checked, ...answer } = result;
  const { mode, time, restored, afterAction, card, isKept } = facts;
  const shared = { ...attempt, mode, restored };
  const state = { name: answer.outcome, attempt, time, card: replayed ? undefined : card, isKept }; // the card of that request may differ
  const action = checked as CheckedAction | undefined;
  return action
    ? { state: { ...state, action, since: Date.now() }, outcome: { outcome: 'action_required', ...shared, action } }
    : { state, outcome: { ...answer, ...shared, ...(afterAction && { afterAction }) } };
}
