import { isAmount } from './amount.js';
import { isCurrency } from './currency.js';
import { isReference } from './order.js';
import { readMembers, type Checked } from './parse.js';
import { isDigest } from './protocol.js';

const ORDER = { reference: isReference, amount: isAmount, currency: isCurrency };

type Order = { readonly [Name in keyof typeof ORDER]: Checked<(typeof ORDER)[Name]> };

/**
 * The response of `GET {proxy-url}/orders/{digest}`. `token` is that digest. `order` is `undefined` if the proxy uses no
 * tokens: then the response has no other member.
 */
export interface TokenOrder {
  readonly token: string;
  readonly order: Order | undefined;
}

/** `undefined` if it is invalid. */
export function parseOrder(json: unknown): TokenOrder | undefined {
  const { token, ...order } = readMembers<{ token: string } & Order>(json, { token: isDigest, ...ORDER }) ?? {};
  if (!token) return undefined;
  if (Object.keys(order).length === 0) return { token, order: undefined };
  return order.reference && order.amount && order.currency ? { token, order: order as Order } : undefined;
}
