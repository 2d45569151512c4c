import { isAmount } from './amount.js';
import { isCurrency } from './currency.js';
import { isReference } from './order.js';
import { maybe, readMembers, type Members } from './parse.js';
import { isDigest } from './protocol.js';

const ORDER = { reference: isReference, amount: isAmount, currency: isCurrency };

const ANSWER = { token: isDigest, reference: maybe(isReference), amount: maybe(isAmount), currency: maybe(isCurrency) };

/**
 * The response of `GET {proxy-url}/orders/{digest}`. `token` is that digest. `order` is `undefined` if the proxy uses no
 * tokens: then the response has no other member.
 */
export interface TokenOrder {
  readonly token: string;
  readonly order: Members<typeof ORDER> | undefined;
}

/** Returns `undefined` if the response is invalid. */
export function parseOrder(json: unknown): TokenOrder | undefined {
  const { token, ...order } = readMembers(json, ANSWER) ?? {};
  if (!token) return undefined;
  if (Object.keys(order).length === 0) return { token, order: undefined };
  const complete = readMembers(json, ORDER);
  return complete && { token, order: complete };
}
