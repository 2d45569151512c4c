import { CompactEncrypt, importJWK } from 'jose';
import { CONTENT_ENCRYPTION, encryptionKeyProblem, type EncryptionKey } from './encryption-key.js';
import type { CardSecret, EncryptedCard } from './schema.js';

/**
 * What encrypts cards: a file of its own, that is loaded when a proxy asks for encryption and not before. All that is
 * imported here goes into it.
 */

/**
 * What is wrong with a key, if anything.
 * @param now - ms since 1970
 * @throws where the browser has no cryptography for this page
 */
export async function keyProblem(key: unknown, now: number): Promise<string | undefined> {
  const problem = encryptionKeyProblem(key, now);
  if (problem || !(globalThis.crypto as Crypto | undefined)?.subtle) return problem; // that is not the fault of the key
  try {
    await importKey(key as EncryptionKey);
    return undefined;
  } catch {
    return 'cannot be read. Expected numbers (n and e, or x and y) that make a key.';
  }
}

/** Encrypts a card with a key that has no problem, as a compact JWE (RFC 7516). */
export async function encryptCard(secret: CardSecret, key: EncryptionKey): Promise<EncryptedCard> {
  const { alg, kid } = key;
  const encrypted_card = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(secret)))
    .setProtectedHeader({ alg, enc: CONTENT_ENCRYPTION, kid })
    .encrypt(await importKey(key));
  return { type: 'card', encrypted_card };
}

/** The bare key: what it says it is for is checked by then, and browsers differ about that. */
function importKey({ kty, alg, n, e, crv, x, y }: EncryptionKey): ReturnType<typeof importJWK> {
  const bare = kty === 'RSA' ? { kty, n: n ?? '', e: e ?? '' } : { kty, crv: crv ?? '', x: x ?? '', y: y ?? '' };
  return importJWK(bare, alg);
}
