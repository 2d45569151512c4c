import {
  CONTENT_ENCRYPTION,
  encryptionKeyProblem,
  publicPart,
  type EncryptionKey,
} from '../contract/encryption-key.js';
import type { PaymentRequest } from '../contract/schema.js';
import { ProblemError } from './problem.js';

/** Bytes that AES-256-GCM takes and gives, in base64url characters. */
const IV = 16;
const TAG = 22;
/** Longest header that is read, in characters: with the point of a P-521 it has about 500. */
const MAX_HEADER = 2048;

/** The keys of an option, the one that pages are told first. */
export type EncryptionKeys = EncryptionKey | readonly [EncryptionKey, ...EncryptionKey[]];

/** Each of the keys; none where cards are not encrypted. */
export function listKeys(keys: EncryptionKeys | undefined): readonly EncryptionKey[] {
  if (keys === undefined) return [];
  return Array.isArray(keys) ? (keys as readonly EncryptionKey[]) : [keys as EncryptionKey];
}

/**
 * What pages are told in `/config`: what is public of the first key that has not expired. When all have, the first: a page
 * says then what is wrong, and sends no card.
 * @param now - ms since 1970
 */
export function toldKey(keys: EncryptionKeys | undefined, now: number): EncryptionKey | null {
  const list = listKeys(keys);
  const key = list.find(({ exp = Infinity }) => exp * 1000 > now) ?? list[0];
  return key ? publicPart(key) : null;
}

/**
 * What is wrong with the keys of an option, if anything: they have to be such as pages take.
 * @param now - ms since 1970
 */
export function keysProblem(keys: unknown, now: number): string | undefined {
  if (keys === undefined) return undefined;
  if (!Array.isArray(keys)) return encryptionKeyProblem(keys, now);
  if (keys.length === 0) return 'has no key. Leave it out where cards are not encrypted.';
  const problems = keys.map((key) => encryptionKeyProblem(key, now));
  const wrong = problems.findIndex(Boolean);
  if (wrong !== -1) return `no. ${wrong + 1} ${problems[wrong]}`;
  const names = new Set((keys as EncryptionKey[]).map(({ kid }) => kid));
  return names.size === keys.length ? undefined : 'has two keys of the same kid, which is to tell them apart.';
}

/**
 * Checks that a card comes in the form that the proxy is set up for. What is in an encrypted one is not seen here: only
 * the payments service can read it, and has to check what it says of the attempt and the order.
 * @throws {ProblemError} 422 `encryption_failed`
 */
export function checkCardForm({ payment_method: method }: PaymentRequest, keys: readonly EncryptionKey[]): void {
  if (method.encrypted_card === undefined) {
    if (keys.length > 0) throw refusal('Expected an encrypted card: this proxy takes no other. See /config.');
  } else {
    if (keys.length === 0) throw refusal('This proxy has no encryption key, so it takes no encrypted card.');
    const problem = jweProblem(method.encrypted_card, keys);
    if (problem) throw refusal(`The encrypted card ${problem}`);
  }
}

function refusal(text: string): ProblemError {
  return new ProblemError(422, 'encryption_failed', `${text} Nothing was sent.`);
}

/** Its five parts are base64url, and not too long, by the schema. */
function jweProblem(jwe: string, keys: readonly EncryptionKey[]): string | undefined {
  const [header = '', wrappedKey = '', iv = '', , tag = ''] = jwe.split('.');
  const { kid, alg, enc, epk, ...unexpected } = readHeader(header);
  const key = keys.find((candidate) => candidate.kid === kid);
  if (!key) return 'is for a key that is not one of this proxy (kid).';
  if (alg !== key.alg) return `is not encrypted as its key says: expected alg ${key.alg}.`;
  if (enc !== CONTENT_ENCRYPTION) return `is not encrypted with ${CONTENT_ENCRYPTION}.`;
  if (Object.keys(unexpected).length > 0) return 'has a header with members that are not expected.';
  if (key.alg === 'RSA-OAEP-256' ? wrappedKey.length !== key.n?.length || epk !== undefined : wrappedKey !== '') {
    return 'has a wrapped key that does not fit.';
  }
  if (key.alg === 'ECDH-ES' && !isPointOn(key, epk)) return 'has no public key of its sender (epk) that fits.';
  return iv.length === IV && tag.length === TAG ? undefined : 'has parts of a wrong length.';
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
