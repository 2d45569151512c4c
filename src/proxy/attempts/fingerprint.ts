import type { PaymentRequest } from '../../contract/schema.js';
import { toHex } from '../bytes.js';

const encoder = new TextEncoder();

/** The secret, ready to be used. By this way round, since servers have no types of the DOM, where `CryptoKey` is. */
export type Secret = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/**
 * Makes a keyed hash (HMAC-SHA-256) over everything but the card number and the security code, or the encrypted card, so
 * that what is stored says nothing of a card, not even by trying numbers out. Its secret is not the API key: that one changes, and what was
 * paid under the old one has to be recognised under the new one.
 * @param secret - what all proxies over one store have in common, see `Attempts.secret`
 */
export async function createFingerprint(payment: PaymentRequest, secret: Secret): Promise<string> {
  const { payment_method: method, ...rest } = payment;
  const text = JSON.stringify([rest, method.type, ...described(method)]);
  return toHex(await crypto.subtle.sign('HMAC', secret, encoder.encode(text)));
}

/** Makes a random text the secret of fingerprints. */
export function importSecret(text: string): Promise<Secret> {
  return crypto.subtle.importKey('raw', encoder.encode(text), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

/** An encrypted card comes out differently every time, also when a page that was loaded again sends the same once more. */
function described({ card }: PaymentRequest['payment_method']): readonly unknown[] {
  return card ? [card.exp_month, card.exp_year] : ['encrypted'];
}
