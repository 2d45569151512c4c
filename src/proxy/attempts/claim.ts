import type { Attempt, Price, StoredRecord } from './record.js';
import type { Change } from './store.js';

/** Permission to send one attempt, once. */
export interface Claim {
  readonly key: string;
  /** Distinguishes this claim from other claims of the same attempt. */
  readonly owner: string;
}

export interface ClaimRequest {
  /** The `Idempotency-Key` of the request. */
  readonly key: string;
  /** The order. Only one attempt per order is active at a time. Without a reference, attempts are independent. */
  readonly reference?: string | undefined;
  /** Keyed hash of the payment without card number and security code: see {@link createFingerprint}. */
  readonly fingerprint: string;
  readonly price?: Price | undefined;
}

/** Only `claimed` permits sending. */
export type ClaimResult = { readonly kind: 'claimed'; readonly claim: Claim } | Refusal;

/** An attempt that can be claimed, unless the store changes meanwhile. */
export interface Vacancy {
  readonly kind: 'vacant';
  readonly stored: StoredRecord | undefined;
  /** Assigns the order to the attempt. */
  readonly order: readonly Change[];
}

/** Why an attempt cannot be claimed. */
export type Refusal =
  /** The key was used for a different payment. */
  | { readonly kind: 'mismatch' }
  /** The same payment is in progress. */
  | { readonly kind: 'in_flight' }
  /** The same payment has succeeded, failed, or is unknown. */
  | { readonly kind: 'finished'; readonly attempt: Attempt }
  /** Another attempt has paid the order. */
  | { readonly kind: 'order_paid'; readonly attempt: Attempt }
  /** Another attempt has paid the order at a different price. */
  | { readonly kind: 'order_paid_otherwise' }
  /** Another attempt for the order is in progress or unknown. */
  | { readonly kind: 'order_in_doubt'; readonly attempt: Attempt };

/** The claim has expired and belongs to another request. Nothing may be sent. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';
}
