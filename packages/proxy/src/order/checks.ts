import {
  acceptedBrand,
  canonicalReference,
  isRefused,
  PAYMENTS_MODE,
  PROBLEM_TYPE,
  type ErrorOutcome,
  type Mode,
  type PaymentDraft,
  type PaymentRequest,
} from 'payment-widget/contract';
import { resolvedPayment } from './schema.js';
import { isSamePrice, type StoredAttempt, type Price } from '../attempts/attempts.js';
import type { CardHint, PaymentProxyOptions } from '../options/options.js';
import type { TokenStatus } from './order-token.js';
import { invalidMembers, ProblemError } from '../http/problem.js';

export function checkBrand(
  { payment_method: { card } }: PaymentRequest,
  accepted: readonly string[] | undefined,
): void {
  if (!accepted) return;
  const { number, cvc, preferred_network: network } = card;
  const isOther = network !== undefined && !accepted.includes(network);
  if (isOther || isRefused(number, accepted)) {
    const pointer = `/payment_method/card/${isOther ? 'preferred_network' : 'number'}`;
    const text = 'The brand of this card is not accepted. Nothing was sent.';
    throw invalidMembers(text, [{ pointer, detail: `Expected one of: ${accepted.join(', ')}` }]);
  }
  if (cvc === undefined && !acceptedBrand(number, accepted)?.isCvcOptional) {
    const detail = 'Expected 3 or 4 digits: no accepted brand has such cards without a security code';
    throw invalidMembers('The security code is missing. Nothing was sent.', [
      { pointer: '/payment_method/card/cvc', detail },
    ]);
  }
}

/** A payment that passed all checks. */
export interface OrderedPayment {
  readonly payment: PaymentRequest;
  /** The order in its canonical form, which is the same for all requests that pay it. */
  readonly reference: string | undefined;
  /** None with `trustBrowserAmount`. */
  readonly price: Price | undefined;
}

/** What a request may learn of an attempt; `undefined` if only its state. */
export type Disclose = (attempt: StoredAttempt) => StoredAttempt | undefined;

export interface Access {
  /** `undefined` if the proxy requires none. */
  readonly token: TokenStatus | undefined;
  /** Isolated mode: a script of the page may have the token, and what it learns it can send anywhere. So no answer is repeated. */
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

/** The order of a token, expired or not, in its canonical form. */
export function orderOf(token: TokenStatus | undefined): string | undefined {
  return token?.order && canonicalReference(token.order.reference);
}

/** The attempt without the body of the service. The proxy's own problem documents stay. */
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

export function tokenRefusal(token: TokenStatus | undefined): ProblemError | undefined {
  if (token?.state === 'invalid') return invalidToken();
  if (token?.state !== 'expired') return undefined;
  return new ProblemError(403, 'order_token_expired', 'The order token has expired. Expected a new one.');
}

export function invalidToken(outcome?: ErrorOutcome): ProblemError {
  const text = 'Expected an order token that is valid for this order.';
  return new ProblemError(403, 'order_token_invalid', text, outcome && { outcome });
}

/** @throws {ProblemError} 403 `mode_mismatch` if the page shows another mode, for example that of a cached configuration */
export function checkMode({ headers }: Request, mode: Mode): void {
  const shown = headers.get(PAYMENTS_MODE);
  if (shown === null || shown === mode) return;
  const key = mode === 'live' ? 'a Live key' : 'a Test key';
  throw new ProblemError(
    403,
    'mode_mismatch',
    `The page shows another mode, but the proxy has ${key}. Nothing was sent.`,
  );
}

/** @throws {ProblemError} 403 `order_token_invalid` or 404 `unknown_order` */
export async function confirmOrder(
  payment: PaymentRequest,
  request: Request,
  {
    token,
    brands,
    resolvePayment,
  }: Pick<PaymentProxyOptions, 'resolvePayment' | 'brands'> & { token: TokenStatus | undefined },
): Promise<OrderedPayment> {
  const granted = token?.order;
  const { payment_method, ...draft } = payment;
  const reference = payment.reference || granted?.reference;
  const found = await resolvePayment?.(
    { ...draft, ...(reference && { reference }) },
    request,
    hintOf(payment_method, brands),
  );
  const resolved = found ? resolvedPayment().parse(found) : undefined;
  const canonical = canonicalReference(resolved?.reference ?? reference ?? '');
  // First, so that a token does not reveal whether another order exists.
  if (granted && canonical !== canonicalReference(granted.reference)) throw invalidToken();
  if (resolvePayment && !resolved) {
    throw new ProblemError(404, 'unknown_order', 'resolvePayment returned no order. Nothing was sent.');
  }
  // A price by card differs from the token's. If both counted, no amount would be accepted.
  const price = resolved ?? granted;
  return { payment, reference: canonical || undefined, price };
}

/** @throws {ProblemError} 409 `amount_changed` with the price of the order */
export function checkPrice({ payment, price }: OrderedPayment): void {
  if (!price || isSamePrice(price, payment)) return;
  const { amount, currency } = price;
  throw new ProblemError(409, 'amount_changed', 'The amount of this order has changed. Nothing was sent.', {
    members: { amount, currency },
  });
}

/** PCI DSS FAQ 1091: of a number with 16 or more digits the first 8 may be shown, of a shorter one the first 6. */
function hintOf({ card }: PaymentRequest['payment_method'], accepted: readonly string[] | undefined): CardHint {
  const brand = acceptedBrand(card.number, accepted)?.id;
  return { bin: card.number.slice(0, card.number.length < 16 ? 6 : 8), ...(brand !== undefined && { brand }) };
}

/** The payment without its card, and with the canonical order. */
export function draftOf({ payment, reference }: OrderedPayment): PaymentDraft {
  const { payment_method: _, ...draft } = payment;
  return { ...draft, ...(reference && { reference }) };
}
