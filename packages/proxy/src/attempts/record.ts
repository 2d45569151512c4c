import type { CheckedAction } from 'payment-widget/contract';
import type { Change } from '../stores/store.js';

/**
 * `claimed`: not sent yet, and one process may send it. `sent`: may have reached the service. `unknown`: sent, and the
 * outcome cannot be determined.
 */
export type AttemptState = 'claimed' | 'sent' | 'succeeded' | 'failed' | 'unknown';

/** A response of the service, kept for replays. */
export interface AttemptAnswer {
  /** HTTP status. */
  readonly status: number;
  /** The body, usually JSON. */
  readonly body?: string;
  /**
   * Media type of the body.
   * @default `application/json`
   */
  readonly mediaType?: string;
  /** What the shopper has to do next, with the status 202. */
  readonly action?: CheckedAction;
}

export interface Price {
  readonly amount: number;
  readonly currency: string;
}

/** An attempt as stored. Contains no card data. */
export interface AttemptRecord {
  readonly state: AttemptState;
  readonly reference?: string | undefined;
  readonly fingerprint: string;
  readonly owner: string;
  readonly price?: Price | undefined;
  readonly since: number;
  /** When the claim expires or the response is overdue, in ms since 1970. */
  readonly until: number;
  readonly answer?: AttemptAnswer | undefined;
  /** Random, so that no two records have the same text: see `swap()`. */
  readonly version: string;
}

export interface StoredAttempt extends Pick<AttemptRecord, 'state' | 'reference' | 'since' | 'price' | 'answer'> {
  readonly key: string;
}

export interface StoredRecord {
  readonly text: string;
  readonly record: AttemptRecord;
}

export function parseRecord(text: string): StoredRecord {
  return { text, record: JSON.parse(text) as AttemptRecord };
}

export const attemptName = (key: string): string => `attempt:${key}`;

export const rejectedName = (key: string): string => `rejected:${key}`;

/** JSON, because some stores do not distinguish all control characters and lone surrogates. */
export const orderName = (reference: string): string => `order:${JSON.stringify(reference)}`;

export const removal = (key: string, stored: StoredRecord | undefined): Change => ({
  name: attemptName(key),
  before: stored?.text,
  after: undefined,
});

export const isSamePrice = (one: Price | undefined, other: Price | undefined): boolean =>
  one?.amount === other?.amount && one?.currency === other?.currency;

export const hasExpired = ({ state, until }: AttemptRecord, now: number): boolean =>
  state === 'claimed' && now >= until;

/** Whether the attempt may still be sent, or its response may still arrive. */
export const isInProgress = (state: AttemptState): state is 'claimed' | 'sent' =>
  state === 'claimed' || state === 'sent';

export const isSettledState = (value: unknown): value is 'succeeded' | 'failed' =>
  value === 'succeeded' || value === 'failed';

/** Current state: an attempt whose response is overdue is `unknown`. */
export function toAttempt(key: string, record: AttemptRecord, now: number): StoredAttempt {
  const { state, reference, since, until, price, answer } = record;
  const isOverdue = state === 'sent' && now >= until;
  return { key, reference, state: isOverdue ? 'unknown' : state, since: isOverdue ? until : since, price, answer };
}

/** Permission to send one attempt, once. */
export interface Claim {
  readonly key: string;
  /** Distinguishes this claim from other claims of the same attempt. */
  readonly owner: string;
  readonly stored: StoredRecord;
}

export interface ClaimRequest {
  readonly key: string;
  /** Only one attempt per order is active at a time. Without a reference, attempts are independent. */
  readonly reference?: string | undefined;
  readonly fingerprint: string;
  readonly price?: Price | undefined;
}

/** Only `claimed` permits sending. */
export type ClaimResult = { readonly kind: 'claimed'; readonly claim: Claim } | Refusal;

export interface Vacancy {
  readonly kind: 'vacant';
  readonly stored: StoredRecord | undefined;
  readonly order: readonly Change[];
}

export type Refusal =
  /** The key was used for a different payment. */
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'in_flight' }
  /** The same payment has succeeded, failed, or is unknown. */
  | { readonly kind: 'finished'; readonly attempt: StoredAttempt }
  | { readonly kind: 'order_paid'; readonly attempt: StoredAttempt }
  | { readonly kind: 'order_paid_otherwise' }
  /** Another attempt for the order is in progress or unknown. */
  | { readonly kind: 'order_in_doubt'; readonly attempt: StoredAttempt };

/** The claim has expired and belongs to another request. Nothing may be sent. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';
}
