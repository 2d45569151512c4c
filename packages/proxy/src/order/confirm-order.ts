import {
  acceptedBrand,
  canonicalReference,
  isRefused,
  type PaymentDraft,
  type PaymentRequest,
} from 'payment-widget/contract';
import { isSamePrice, type Price } from '../attempts/record.js';
import { invalidMembers, ProblemError } from '../base/problem.js';
import type { CardHint, PaymentProxyOptions } from '../options/options.js';
import { invalidToken, type TokenStatus } from './access.js';
import { resolvedPayment } from './schema.js';

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
  /** The price, or none with `trustBrowserAmount`. */
  readonly price: Price | undefined;
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
  const reference = payment.reference || granted?.reference;
  const found = await resolvePayment?.(
    draftOf({ payment, reference }),
    request,
    hintOf(payment.payment_method, brands),
  );
  const resolved = found ? resolvedPayment().parse(found) : undefined;
  const canonical = canonicalReference(resolved?.reference ?? reference ?? '');
  // This check comes first, so that a token does not reveal whether another order exists.
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

/** Returns the payment without its card, and with this reference. */
export function draftOf({ payment, reference }: Omit<OrderedPayment, 'price'>): PaymentDraft {
  const { payment_method: _, ...draft } = payment;
  return { ...draft, ...(reference && { reference }) };
}
