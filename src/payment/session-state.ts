import type { PaymentErrorCode } from '../contract/errors.js';
import type { CheckedAction } from '../contract/next-action.js';
import type { Attempt } from './outcome.js';

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
