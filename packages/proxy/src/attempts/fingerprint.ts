import type { PaymentRequest } from 'payment-widget/contract';
import { createSign, type Sign } from '../base/crypto.js';
import { cached } from '../base/once.js';
import { CONFLICT, retryOnConflict, type AttemptStore } from '../stores/store.js';

/**
 * Leaves out number and security code, so that a stored value reveals nothing about a card, even by brute force.
 * The secret is not the API key, which may change between two requests.
 */
export async function createFingerprint(payment: PaymentRequest, sign: Sign): Promise<string> {
  const { payment_method: method, ...rest } = payment;
  const { exp_month, exp_year, preferred_network: network } = method.card;
  const text = JSON.stringify([
    inOrder(rest),
    method.type,
    exp_month,
    exp_year,
    ...(network === undefined ? [] : [network]),
  ]);
  return sign(text);
}

/** Two releases may list the members of a payment in another order. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, inOrder(member)] as const);
  return Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)));
}

const NAME = 'secret';

/** Signs with the random secret that all processes with this store share, which never expires. */
export const createSharedSign = (store: AttemptStore): (() => Promise<Sign>) =>
  cached(async () => {
    const secret = await retryOnConflict(async () => {
      const [existing] = await store.read([NAME]);
      if (existing !== undefined) return existing;
      const after = `${crypto.randomUUID()}${crypto.randomUUID()}`;
      return (await store.swap([{ name: NAME, before: undefined, after }])) ? after : CONFLICT;
    });
    return createSign(secret);
  });
