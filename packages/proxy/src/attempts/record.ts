import type { CheckedAction } from 'payment-widget/contract';

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
  /** The page's name of the order, if it is another one. */
  readonly pageReference?: string | undefined;
  readonly fingerprint: string;
  readonly owner: string;
  readonly price?: Price | undefined;
  readonly since: number;
  /** When the claim expires or the response is overdue, in ms since 1970. */
  readonly until: number;
  readonly answer?: AttemptAnswer | undefined;
  /** A random text, so that no two records are the same: see `swap()`. */
  readonly version: string;
}

export interface StoredAttempt extends Pick<
  AttemptRecord,
  'state' | 'reference' | 'pageReference' | 'since' | 'price' | 'answer'
> {
  readonly key: string;
  /** How the page that asks names the order, if its own key was rejected for this attempt. */
  readonly rejectedAs?: string;
}

export interface StoredRecord {
  readonly text: string;
  readonly record: AttemptRecord;
}

export function parseRecord(text: string): StoredRecord {
  return { text, record: JSON.parse(text) as AttemptRecord };
}

export const isSamePrice = (one: Price | undefined, other: Price | undefined): boolean =>
  one?.amount === other?.amount && one?.currency === other?.currency;

export const hasExpired = ({ state, until }: AttemptRecord, now: number): boolean =>
  state === 'claimed' && now >= until;

/** Whether the attempt may still be sent, or its response may still arrive. */
export const isInProgress = (state: AttemptState): state is 'claimed' | 'sent' =>
  state === 'claimed' || state === 'sent';

/** Whether the key was never used, and must not be any more. */
export const isForbidden = ({ fingerprint }: AttemptRecord): boolean => fingerprint === '';

export const isSettledState = (value: unknown): value is 'succeeded' | 'failed' =>
  value === 'succeeded' || value === 'failed';

/** Returns the current state: an attempt whose response is overdue is `unknown`. */
export function toAttempt(key: string, record: AttemptRecord, now: number): StoredAttempt {
  const { state, reference, pageReference, since, until, price, answer } = record;
  const known = { key, reference, ...(pageReference !== undefined && { pageReference }), price, answer };
  const isOverdue = state === 'sent' && now >= until;
  return { ...known, state: isOverdue ? 'unknown' : state, since: isOverdue ? until : since };
}
