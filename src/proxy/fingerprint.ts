import type { PaymentRequest } from '../payment/schema.js';

/** Tells one payment from another that comes under the same key. */
export type Fingerprint = (payment: PaymentRequest) => Promise<string>;

const encoder = new TextEncoder();

/**
 * Makes a keyed hash (HMAC-SHA-256) over everything but the card number and the security code, or the encrypted card, so that what is stored
 * says nothing of a card, not even by trying numbers out (PCI DSS 3.5.1.1 asks for keyed hashes).
 * @param apiKey - its hash key is derived from this (HKDF, RFC 5869), so that proxies that share a store agree
 */
export function createFingerprint(apiKey: string): Fingerprint {
  let key: Promise<CryptoKey> | undefined;
  return async (payment) => {
    const { payment_method: method, ...rest } = payment;
    const text = JSON.stringify([rest, method.type, ...described(method)]);
    key ??= deriveKey(apiKey);
    const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', await key, encoder.encode(text)));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
}

/** An encrypted card comes out differently every time, also when a page that was loaded again sends the same once more. */
function described({ card }: PaymentRequest['payment_method']): readonly unknown[] {
  return card ? [card.exp_month, card.exp_year] : ['encrypted'];
}

async function deriveKey(apiKey: string): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey('raw', encoder.encode(apiKey), 'HKDF', false, ['deriveKey']);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode('fingerprint') };
  const hmac = { name: 'HMAC', hash: 'SHA-256', length: 256 };
  return crypto.subtle.deriveKey(derivation, secret, hmac, false, ['sign']);
}
