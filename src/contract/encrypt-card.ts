import { CompactEncrypt, importJWK } from 'jose';
import { CONTENT_ENCRYPTION, encryptionKeyProblem, type EncryptionKey } from './encryption-key.js';
import type { CardSecret, EncryptedCard } from './schema.js';

/** Card encryption. Loaded on demand, when the proxy asks for it. */

/**
 * The problem of a key, if any.
 * @param now - ms since 1970
 * @throws if the page has no Web Crypto, as on plain http
 */
export async function keyProblem(key: unknown, now: number): Promise<string | undefined> {
  const problem = encryptionKeyProblem(key, now);
  if (problem || !(globalThis.crypto as Crypto | undefined)?.subtle) return problem; // without Web Crypto no key can be imported
  try {
    await importKey(key as EncryptionKey);
    return undefined;
  } catch {
    return 'cannot be read. Expected n and e, or x and y, of a valid key.';
  }
}

/**
 * Encrypts a card with a valid key as a compact JWE (RFC 7516).
 * @param brand - identifier of the card's brand, for the header, which the proxy can read
 */
export async function encryptCard(secret: CardSecret, key: EncryptionKey, brand?: string): Promise<EncryptedCard> {
  const { alg, kid } = key;
  const encrypted_card = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(secret)))
    .setProtectedHeader({ alg, enc: CONTENT_ENCRYPTION, kid, ...(brand && { brand }) })
    .encrypt(await importKey(key));
  return { type: 'card', encrypted_card };
}

/** Imports only the numbers of the key: `use` and `key_ops` have been checked, and browsers treat them differently. */
function importKey({ kty, alg, n, e, crv, x, y }: EncryptionKey): ReturnType<typeof importJWK> {
  const bare = kty === 'RSA' ? { kty, n: n ?? '', e: e ?? '' } : { kty, crv: crv ?? '', x: x ?? '', y: y ?? '' };
  return importJWK(bare, alg);
}
