import type { PaymentRequest } from '../../contract/request.js';
import { toHex } from '../bytes.js';
import { type AttemptStore, retryOnConflict } from './store.js';

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
  const text = JSON.stringify([rest, method.type, exp_month, exp_year, ...(network === undefined ? [] : [network])]);
  return toHex(await crypto.subtle.sign('HMAC', secret, encoder.encode(text)));
}

export function importSecret(text: string, usage: 'sign' | 'verify' = 'sign'): Promise<Secret> {
  return crypto.subtle.importKey('raw', encoder.encode(text), { name: 'HMAC', hash: 'SHA-256' }, false, [usage]);
}

const NAME = 'secret';

/** Returns the random secret that all processes with this store share. Created at the first call and never expires. */
export function createSecret(store: AttemptStore): () => Promise<Secret> {
  let secret: Promise<Secret> | undefined;
  const readOrWrite = async () => {
    const [existing] = await store.read([NAME]);
    if (existing !== undefined) return existing;
    const after = `${crypto.randomUUID()}${crypto.randomUUID()}`;
    return (await store.swap([{ name: NAME, before: undefined, after }])) ? after : undefined;
  };
  return () => {
    secret ??= retryOnConflict(readOrWrite).then(importSecret);
    secret.catch(() => {
      secret = undefined;
    });
    return secret;
  };
}
