import { digestOf, type PaymentRequest } from 'payment-widget/contract';
import { cached } from '../payment/same-key.js';
import { CONFLICT, retryOnConflict, type AttemptStore } from '../stores/store.js';

const encoder = new TextEncoder();

/** A `CryptoKey`; that type is not available without the DOM library. */
export type Secret = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/**
 * Without card number and security code, so that a stored value reveals nothing about a card, even by brute force.
 * The secret is not the API key, which may change between two requests.
 */
export async function createFingerprint(payment: PaymentRequest, secret: Secret): Promise<string> {
  const { payment_method: method, ...rest } = payment;
  const { exp_month, exp_year, preferred_network: network } = method.card;
  const text = JSON.stringify([
    inOrder(rest),
    method.type,
    exp_month,
    exp_year,
    ...(network === undefined ? [] : [network]),
  ]);
  return toHex(await crypto.subtle.sign('HMAC', secret, encoder.encode(text)));
}

/** Two releases may list the members of a payment in another order. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, inOrder(member)] as const);
  return Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)));
}

export function importSecret(text: string, usage: 'sign' | 'verify' = 'sign'): Promise<Secret> {
  return crypto.subtle.importKey('raw', encoder.encode(text), { name: 'HMAC', hash: 'SHA-256' }, false, [usage]);
}

const NAME = 'secret';

/** The random secret that all processes with this store share. Created at the first call and never expires. */
export const createSecret = (store: AttemptStore): (() => Promise<Secret>) =>
  cached(async () => {
    const secret = await retryOnConflict(async () => {
      const [existing] = await store.read([NAME]);
      if (existing !== undefined) return existing;
      const after = `${crypto.randomUUID()}${crypto.randomUUID()}`;
      return (await store.swap([{ name: NAME, before: undefined, after }])) ? after : CONFLICT;
    });
    return importSecret(secret);
  });

/** Names an attempt in the log: its key would give access to `/attempts`. */
export async function hashKey(key: string): Promise<string> {
  return (await digestOf(key)).slice(0, 12);
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
