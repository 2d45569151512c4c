import {
  CONTENT_ENCRYPTION,
  encryptionKeyProblem,
  publicPart,
  type EncryptionKey,
} from '../contract/encryption-key.js';
import type { PaymentRequest } from '../contract/schema.js';
import { ProblemError } from './problem.js';

/** Lengths for AES-256-GCM, in base64url characters. */
const IV_LENGTH = 16;
const TAG_LENGTH = 22;
/** In characters. A header with a P-521 point has about 500. */
const MAX_HEADER = 2048;

/** One or several keys. Pages encrypt with the first one. */
export type EncryptionKeys = EncryptionKey | readonly [EncryptionKey, ...EncryptionKey[]];

export function listKeys(keys: EncryptionKeys | undefined): readonly EncryptionKey[] {
  if (keys === undefined) return [];
  return Array.isArray(keys) ? (keys as readonly EncryptionKey[]) : [keys as EncryptionKey];
}

/**
 * The public key for `/config`: the first key that has not expired. If all have expired, the first one, so that the page
 * reports the error.
 * @param now - ms since 1970
 */
export function publishedKey(keys: EncryptionKeys | undefined, now: number): EncryptionKey | null {
  const list = listKeys(keys);
  const key = list.find(({ exp = Infinity }) => exp * 1000 > now) ?? list[0];
  return key ? publicPart(key) : null;
}

/**
 * Describes what is wrong with the option `encryptionKey`, if anything.
 * @param now - ms since 1970
 */
export function keysProblem(keys: unknown, now: number): string | undefined {
  if (keys === undefined) return undefined;
  if (!Array.isArray(keys)) return encryptionKeyProblem(keys, now);
  if (keys.length === 0) return 'is an empty list. Expected a key, or no option if cards are not encrypted.';
  const problems = keys.map((key) => encryptionKeyProblem(key, now));
  const wrong = problems.findIndex(Boolean);
  if (wrong !== -1) return `no. ${wrong + 1} ${problems[wrong]}`;
  const names = new Set((keys as EncryptionKey[]).map(({ kid }) => kid));
  return names.size === keys.length
    ? undefined
    : 'has two keys with the same kid. Expected a different kid for each key.';
}

/**
 * Checks that the card is encrypted if, and only if, the proxy has a key. Only the payments service can decrypt the card and
 * compare its content with the attempt and the order.
 * @throws {ProblemError} 422 `encryption_failed`
 */
export function checkCardForm({ payment_method: method }: PaymentRequest, keys: readonly EncryptionKey[]): void {
  if (method.encrypted_card === undefined) {
    if (keys.length > 0) throw refusal('The card is not encrypted. Expected a card encrypted with the key in /config.');
  } else {
    if (keys.length === 0)
      throw refusal('The card is encrypted, but this proxy has no encryption key. Expected a plain card.');
    const problem = jweProblem(method.encrypted_card, keys);
    if (problem) throw refusal(`The encrypted card ${problem}`);
  }
}

function refusal(text: string): ProblemError {
  return new ProblemError(422, 'encryption_failed', `${text} Nothing was sent.`);
}

/** The brand that the page names in the header of an encrypted card. Only the payments service can compare it with the card. */
export function namedBrand(jwe: string): string | undefined {
  const { brand } = readHeader(jwe.split('.')[0] ?? '');
  return typeof brand === 'string' ? brand : undefined;
}

/** The schema guarantees five base64url parts of limited length. */
function jweProblem(jwe: string, keys: readonly EncryptionKey[]): string | undefined {
  const [header = '', wrappedKey = '', iv = '', , tag = ''] = jwe.split('.');
  const { kid, alg, enc, epk, brand, ...unexpected } = readHeader(header);
  const key = keys.find((candidate) => candidate.kid === kid);
  if (!key) return 'was encrypted with an unknown key. Expected a kid of this proxy.';
  if (alg !== key.alg) return `has the wrong alg. Expected ${key.alg}.`;
  if (enc !== CONTENT_ENCRYPTION) return `has the wrong enc. Expected ${CONTENT_ENCRYPTION}.`;
  if (Object.keys(unexpected).length > 0)
    return 'has unexpected header members. Expected kid, alg, enc, epk and brand.';
  if (brand !== undefined && typeof brand !== 'string') return 'has a brand that is not a string.';
  if (key.alg === 'RSA-OAEP-256' ? wrappedKey.length !== key.n?.length || epk !== undefined : wrappedKey !== '') {
    return 'has a wrapped key that does not match its alg.';
  }
  if (key.alg === 'ECDH-ES' && !isPointOn(key, epk)) return 'has no valid ephemeral public key (epk).';
  return iv.length === IV_LENGTH && tag.length === TAG_LENGTH
    ? undefined
    : 'has an initialization vector or tag of the wrong length.';
}

function readHeader(text: string): Readonly<Record<string, unknown>> {
  if (text.length > MAX_HEADER) return {};
  try {
    const bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));
    const header: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof header === 'object' && header !== null ? (header as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function isPointOn({ crv, x }: EncryptionKey, epk: unknown): boolean {
  if (typeof epk !== 'object' || epk === null) return false;
  const { kty, crv: curve, x: first, y: second, ...unexpected } = epk as Readonly<Record<string, unknown>>;
  const isCoordinate = (part: unknown) =>
    typeof part === 'string' && /^[\w-]+$/.test(part) && part.length === x?.length;
  return kty === 'EC' && curve === crv && [first, second].every(isCoordinate) && Object.keys(unexpected).length === 0;
}
