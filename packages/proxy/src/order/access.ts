import { type ErrorOutcome, PROBLEM_TYPE, canonicalReference } from 'payment-widget/contract';
import type { Price, StoredAttempt } from '../attempts/record.js';
import { ProblemError } from '../base/problem.js';

/** The order of a token. */
export interface GrantedOrder extends Price {
  readonly reference: string;
}

export interface TokenStatus {
  readonly state: 'valid' | 'expired' | 'invalid';
  /** The order, unless the token is invalid. */
  readonly order?: GrantedOrder;
  /** Members of the refusal, in Test mode only: in Live mode, it would help those who forge tokens. */
  readonly hint?: TokenHint;
}

/** Tells the developer of a page why a token is invalid, or what time it is for the proxy, in seconds since 1970. */
type TokenHint = { readonly reason: TokenReason } | { readonly now: number };

export type TokenReason = 'missing' | 'malformed' | 'signature' | 'claims' | 'lifetime';

export type ReadToken = (request: Request) => Promise<TokenStatus>;

/** Returns what a request may learn of an attempt, or `undefined` if only its state. */
export type Disclose = (attempt: StoredAttempt) => StoredAttempt | undefined;

export interface Access {
  /** The token, or `undefined` if the proxy requires none. */
  readonly token: TokenStatus | undefined;
  /** Whether the form is in a frame. A script of the page may have the token, so no answer is repeated to it. */
  readonly isFramed: boolean;
}

/**
 * A token gives access to the attempts for its order, expired or not. Without tokens, only the request that created an attempt
 * knows its key.
 */
export function accessOf(key: string, { token, isFramed }: Access): Disclose {
  const reference = orderOf(token);
  const mayRead = (attempt: StoredAttempt) =>
    token ? token.order !== undefined && attempt.reference === reference : attempt.key === key;
  return (attempt) => (mayRead(attempt) ? (isFramed ? withoutAnswer(attempt) : attempt) : undefined);
}

/** Returns the order of a token, expired or not, in its canonical form. */
export function orderOf(token: TokenStatus | undefined): string | undefined {
  return token?.order && canonicalReference(token.order.reference);
}

/** Returns the attempt without the body of the service. The proxy's own problem documents stay. */
function withoutAnswer(attempt: StoredAttempt): StoredAttempt {
  if (!attempt.answer || attempt.answer.mediaType === PROBLEM_TYPE) return attempt;
  const { body: _, ...answer } = attempt.answer;
  return { ...attempt, answer };
}

/** @throws {ProblemError} 403 `order_token_invalid` or `order_token_expired` */
export function checkToken(token: TokenStatus | undefined): void {
  const refusal = tokenRefusal(token);
  if (refusal) throw refusal;
}

export function tokenRefusal({ state, hint }: Partial<TokenStatus> = {}): ProblemError | undefined {
  if (state === 'invalid') return invalidToken('not_charged', hint);
  if (state !== 'expired') return undefined;
  const text = 'The order token has expired. Expected a new one.';
  return new ProblemError(403, 'order_token_expired', text, { members: { ...hint } });
}

export function invalidToken(outcome: ErrorOutcome = 'not_charged', hint?: TokenHint): ProblemError {
  const text = 'Expected an order token that is valid for this order.';
  return new ProblemError(403, 'order_token_invalid', text, { outcome, members: { ...hint } });
}
