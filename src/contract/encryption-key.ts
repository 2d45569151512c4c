/** A public key (JWK, RFC 7517) for encrypting cards. Needs `use` or `key_ops`. */
export interface EncryptionKey {
  readonly kty: 'RSA' | 'EC';
  readonly alg: 'RSA-OAEP-256' | 'ECDH-ES';
  /** Key ID; every encrypted card names it. */
  readonly kid: string;
  readonly use?: 'enc' | undefined;
  readonly key_ops?: readonly string[] | undefined;
  /** Expiry, in seconds since 1970. */
  readonly exp?: number | undefined;
  readonly n?: string | undefined;
  readonly e?: string | undefined;
  readonly crv?: string | undefined;
  readonly x?: string | undefined;
  readonly y?: string | undefined;
}

/** The JWE `enc` for every key. */
export const CONTENT_ENCRYPTION = 'A256GCM';

const MIN_RSA_BITS = 2048;
const MAX_RSA_BITS = 8192; // larger keys are slow
const MAX_KID = 255;
/** The year 5138, in seconds since 1970. A larger value is in milliseconds by mistake. */
const MAX_EXP = 1e11;
/** Length of a coordinate, in base64url characters, by curve. */
const CURVES: Readonly<Record<string, number>> = { 'P-256': 43, 'P-384': 64, 'P-521': 88 };
const ALGORITHMS: Readonly<Record<string, string>> = { RSA: 'RSA-OAEP-256', EC: 'ECDH-ES' };
/** Valid `key_ops` by key type. For key agreement, RFC 7517 assigns operations to the private key only. */
const OPERATIONS: Readonly<Record<string, RegExp>> = { RSA: /^(encrypt|wrapKey)$/, EC: /^derive(Key|Bits)$/ };
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/**
 * The problem of a key, if any, as the rest of a sentence ("is too small. Expected …"). Never quotes the key.
 * @param now - ms since 1970
 */
export function encryptionKeyProblem(key: unknown, now: number): string | undefined {
  if (typeof key !== 'object' || key === null) return 'is not a key. Expected a public JWK (RFC 7517).';
  const jwk = key as Readonly<Record<string, unknown>>;
  if (PRIVATE_MEMBERS.some((name) => Object.hasOwn(jwk, name)))
    return 'is a private key. Revoke it, and use the public key.';
  const { kty, alg, kid } = jwk;
  const algorithm = typeof kty === 'string' && Object.hasOwn(ALGORITHMS, kty) ? ALGORITHMS[kty] : undefined;
  if (!algorithm) return 'has an unsupported kty. Expected RSA or EC.';
  if (alg !== algorithm) return `has an unsupported alg. Expected ${algorithm}.`;
  if (typeof kid !== 'string' || kid === '' || kid.length > MAX_KID)
    return `has no valid kid. Expected 1 to ${MAX_KID} characters.`;
  return purposeProblem(jwk) ?? (kty === 'RSA' ? rsaProblem(jwk) : curveProblem(jwk)) ?? expiryProblem(jwk['exp'], now);
}

/** The known, public members of a key. */
export function publicPart({ kty, alg, kid, use, key_ops, exp, n, e, crv, x, y }: EncryptionKey): EncryptionKey {
  return { kty, alg, kid, use, key_ops, exp, n, e, crv, x, y };
}

function purposeProblem({ kty, use, key_ops: operations }: Readonly<Record<string, unknown>>): string | undefined {
  const isForUse = use === 'enc' || (use === undefined && operations !== undefined);
  const fits = OPERATIONS[String(kty)];
  const isForOperation =
    operations === undefined ||
    (Array.isArray(operations) &&
      (operations.some((operation) => fits?.test(String(operation))) || (kty === 'EC' && operations.length === 0)));
  return isForUse && isForOperation
    ? undefined
    : 'is not for encryption. Expected use "enc", or key_ops for encryption.';
}

function rsaProblem({ n, e }: Readonly<Record<string, unknown>>): string | undefined {
  if (!isBase64url(n) || /^A[A-P]/.test(n)) {
    return 'has an n that cannot be read. Expected base64url without padding or leading zeros (RFC 7518).';
  }
  const bits = bitsOf(n);
  if (bits < MIN_RSA_BITS) return `is too small. Expected at least ${MIN_RSA_BITS} bits.`;
  if (bits > MAX_RSA_BITS) return `is too large. Expected at most ${MAX_RSA_BITS} bits.`;
  return e === 'AQAB' ? undefined : 'has an unsupported exponent (e). Expected 65537.';
}

function curveProblem({ crv, x, y }: Readonly<Record<string, unknown>>): string | undefined {
  const length = typeof crv === 'string' && Object.hasOwn(CURVES, crv) ? CURVES[crv] : undefined;
  if (!length) return `is on a curve that is not supported. Expected ${Object.keys(CURVES).join(', ')}.`;
  const isWhole = [x, y].every((part) => isBase64url(part) && part.length === length);
  return isWhole ? undefined : 'is not a point on its curve. Expected x and y in base64url, in the length of crv.';
}

function expiryProblem(exp: unknown, now: number): string | undefined {
  if (exp === undefined) return undefined;
  if (typeof exp !== 'number' || !(exp < MAX_EXP)) return 'has an invalid exp. Expected seconds since 1970.';
  return exp * 1000 <= now ? 'has expired. Expected an exp in the future, in seconds since 1970.' : undefined;
}

function isBase64url(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]+$/.test(value);
}

/** Bit length of a number in base64url. */
function bitsOf(text: string): number {
  const [first = '', ...others] = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return first.charCodeAt(0).toString(2).length + 8 * others.length;
}
