import { isPaymentError, PaymentError, type PaymentErrorCode } from '../contract/errors.js';
import type { InterpretResponse } from '../contract/answer.js';
import type { CheckedAction } from '../contract/next-action.js';
import type { PaymentRequest as PaymentBody, BuildRequest } from '../contract/request.js';
import type { Attempt, Order, PaymentOutcome, PaymentSubmitDetail } from './outcome.js';

export interface CardEnding {
  readonly brand: string | undefined;
  readonly lastDigits: string;
}

export interface PageFunctions {
  readonly interpretResponse: InterpretResponse;
  /** Rejects with `action_refused`. */
  readonly readAction: (action: unknown, reference: string | undefined) => Promise<CheckedAction>;
}

export interface PaymentRequest {
  readonly proxyUrl: string;
  readonly order: Omit<PaymentSubmitDetail, 'idempotencyKey'>;
  readonly payment: PaymentBody;
  readonly card: CardEnding;
  /** Milliseconds, for the whole attempt. */
  readonly timeout: number;
  readonly credentials: 'same-origin' | 'omit';
  readonly buildRequest: BuildRequest | undefined;
  readonly page: PageFunctions;
  /** Returns what the payment has to wait for; `undefined` if the page prevents it. */
  readonly confirm: (attempt: PaymentSubmitDetail) => readonly PromiseLike<unknown>[] | undefined;
  /** Returns why nothing may be sent. */
  readonly recheck: () => PaymentError | undefined;
}

export interface Submission {
  readonly currentOrder: () => Order;
  /** Called again after the page has checked something. Throws why nothing can be paid. */
  readonly collect: (agreed?: Order) => PaymentRequest | Promise<PaymentRequest>;
}

export interface EarlierOrder extends Order {
  readonly proxyUrl: string;
  readonly page: PageFunctions;
}

/** Times are in ms since 1970. Ended states keep their outcome, which `pay()` returns. */
export type SessionState =
  | { readonly name: 'idle' | 'waiting' } // for checks of the page
  | { readonly name: 'checking' | 'busy'; readonly attempt: Attempt; readonly time: number }
  | {
      readonly name: 'paid' | 'pending';
      readonly attempt: Attempt;
      readonly time: number;
      readonly outcome: PaymentOutcome;
      readonly card?: CardEnding | undefined;
      readonly action?: CheckedAction | undefined;
      readonly since?: number | undefined;
      /** Paid before this page was opened, in this browser, which keeps its record at `reset()`. */
      readonly isKept?: boolean | undefined;
    }
  | {
      readonly name: 'unknown';
      readonly attempt: Attempt;
      readonly time: number;
      readonly outcome: PaymentOutcome;
      readonly code: PaymentErrorCode;
      readonly isRecorded?: boolean | undefined;
    }
  | { readonly name: 'failed'; readonly error: PaymentError; readonly wasSent: boolean };

export type EndedState = Extract<SessionState, { outcome: unknown }>;

export function hasEnded(state: SessionState): state is EndedState {
  return state.name === 'paid' || state.name === 'pending' || state.name === 'unknown';
}

export function awaitsAction(state: SessionState): state is Extract<SessionState, { action?: unknown }> {
  return state.name === 'pending' && state.action !== undefined;
}

/** States of an attempt that may have been charged and is not settled. */
export const IN_DOUBT: readonly string[] = ['checking', 'pending', 'unknown'];

/** Whether no proxy may have stored the attempt, and so none has sent it. */
export function isUnstored(state: SessionState): boolean {
  return state.name === 'unknown' && state.code === 'store_unavailable';
}

export function toPaymentError(error: unknown): PaymentError {
  if (isPaymentError(error)) return error;
  return new PaymentError('form_failed', 'The form failed. Nothing was sent.', { cause: error });
}
