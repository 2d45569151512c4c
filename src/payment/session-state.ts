import type { PaymentErrorCode } from '../contract/errors.js';
import type { CheckedAction } from '../contract/next-action.js';
import type { Mode } from '../contract/protocol.js';
import { describeError, type Attempt, type PaymentOutcome } from './outcome.js';
import type { PayAcceptance, PayFailure, PayResult } from './proxy-request.js';

/** The end of a card number, for the shopper. */
export interface CardEnding {
  readonly brand: string | undefined;
  readonly lastDigits: string;
}

/** An attempt, and when it began, in ms since 1970. */
export interface Begun {
  readonly attempt: Attempt;
  readonly time: number;
}

/** What a session is doing, as data: it can be written as JSON. */
export type SessionState =
  | { readonly name: 'idle' }
  | ({ readonly name: 'checking' } & Begun)
  | ({
      readonly name: 'busy';
      /** Whether an answer has arrived that may have to be explained to the shopper. */
      readonly isUnclear?: boolean;
    } & Begun)
  | ({
      readonly name: 'paid' | 'pending';
      readonly card?: CardEnding | undefined;
      /** The confirmation that the bank asks for. */
      readonly action?: CheckedAction | undefined;
      /** When the shopper was sent to the bank, in ms since 1970. */
      readonly since?: number | undefined;
      /** Whether the order was paid in this browser before this page was opened. Then `reset()` keeps the record. */
      readonly isKept?: boolean | undefined;
    } & Begun)
  | ({
      readonly name: 'unknown';
      readonly code: PaymentErrorCode;
      /** Whether the proxy has a record of the attempt. Otherwise an earlier request with its key may still arrive. */
      readonly isRecorded?: boolean | undefined;
    } & Begun)
  | { readonly name: 'failed'; readonly code: PaymentErrorCode; readonly wasSent: boolean };

/** A state with an outcome of the order, after which nothing is sent. */
export type EndedState = Extract<SessionState, { name: 'paid' | 'pending' | 'unknown' }>;

export function hasEnded(state: SessionState): state is EndedState {
  return state.name === 'paid' || state.name === 'pending' || state.name === 'unknown';
}

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
interface Conclusion {
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
