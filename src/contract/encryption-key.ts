/** A public key (JWK, RFC 7517) that cards are encrypted with: what there is of it beside the numbers of the key itself. */
export interface EncryptionKey {
  readonly kty: 'RSA' | 'EC';
  readonly alg: 'RSA-OAEP-256' | 'ECDH-ES';
  /** Names the key, in every card that is encrypted with it. */
  readonly kid: string;
  /** One of `use` and `key_ops` is there. */
  readonly use?: 'enc' | undefined;
  readonly key_ops?: readonly string[] | undefined;
  /** When it expires, in seconds since 1970. */
  readonly exp?: number | undefined;
  readonly n?: string | undefined;
  readonly e?: string | undefined;
  readonly crv?: string | undefined;
  readonly x?: string | undefined;
  readonly y?: string | undefined;
}

/** How the content of a card is encrypted, whatever the key. */
export const CONTENT_ENCRYPTION = 'A256GCM';

const LEAST_RSA_BITS = 2048;
const MOST_RSA_BITS = 8192; // above that it is no key that anybody uses, and slow
const LONGEST_KID = 255;
/** In seconds since 1970: the year 5138. What is later was meant in milliseconds. */
const LATEST_EXP = 1e11;
/** Each curve with the length of its coordinates, in base64url characters. */
const CURVES: Readonly<Record<string, number>> = { 'P-256': 43, 'P-384': 64, 'P-521': 88 };
const ALGORITHMS: Readonly<Record<string, string>> = { RSA: 'RSA-OAEP-256', EC: 'ECDH-ES' };
/** What a public key may be for; the key of an agreement has no operation of its own, or that of its other half. */
const OPERATIONS: Readonly<Record<string, RegExp>> = { RSA: /^(encrypt|wrapKey)$/, EC: /^derive(Key|Bits)$/ };
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/**
 * What is wrong with a key, if anything: "is too small: …". Never quotes it.
 * @param now - ms since 1970
 */
export function encryptionKeyProblem(key: unknown, now: number): string | undefined {
  if (typeof key !== 'object' || key === null) return 'is no key. Expected a public JWK (RFC 7517).';
  const jwk = key as Readonly<Record<string, unknown>>;
  if (PRIVATE.some((name) => Object.hasOwn(jwk, name))) return 'is a private key. Revoke it: a page must not have one.';
  const { kty, alg, kid } = jwk;
  const algorithm = typeof kty === 'string' && Object.hasOwn(ALGORITHMS, kty) ? ALGORITHMS[kty] : undefined;
  if (!algorithm) return 'is of a kind that is not supported. Expected kty RSA or EC.';
  if (alg !== algorithm) return `is not for a way of encrypting that is supported. Expected alg ${algorithm}.`;
  if (typeof kid !== 'string' || kid === '' || kid.length > LONGEST_KID) return 'has no kid, which names it.';
  return purposeProblem(jwk) ?? (kty === 'RSA' ? rsaProblem(jwk) : curveProblem(jwk)) ?? expiryProblem(jwk['exp'], now);
}

/** Only what is public and known of a key. */
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
  return isForUse && isForOperation ? undefined : 'is not for encryption. Expected use "enc", or key_ops that say so.';
}

function rsaProblem({ n, e }: Readonly<Record<string, unknown>>): string | undefined {
  if (!isBase64url(n) || /^A[A-P]/.test(n)) {
    return 'has an n that cannot be read. Expected base64url without padding or zeros in front (RFC 7518).';
  }
  const bits = bitsOf(n);
  if (bits < LEAST_RSA_BITS) return `is too small. Expected RSA of ${LEAST_RSA_BITS} bits or more.`;
  if (bits > MOST_RSA_BITS) return `is too large. Expected RSA of ${MOST_RSA_BITS} bits at most.`;
  return e === 'AQAB' ? undefined : 'has an exponent (e) that is not 65537.';
}

function curveProblem({ crv, x, y }: Readonly<Record<string, unknown>>): string | undefined {
  const length = typeof crv === 'string' && Object.hasOwn(CURVES, crv) ? CURVES[crv] : undefined;
  if (!length) return `is on a curve that is not supported. Expected ${Object.keys(CURVES).join(', ')}.`;
  const isWhole = [x, y].every((part) => isBase64url(part) && part.length === length);
  return isWhole ? undefined : 'is no point of its curve. Expected x and y in base64url, each as long as crv has them.';
}

function expiryProblem(exp: unknown, now: number): string | undefined {
  if (exp === undefined) return undefined;
  if (typeof exp !== 'number' || !(exp < LATEST_EXP)) return 'has an exp that is no number of seconds since 1970.';
  return exp * 1000 <= now ? 'has expired. Expected an exp that is still to come, in seconds since 1970.' : undefined;
}

function isBase64url(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]+$/.test(value);
}

/** Bits of a number in base64url. */
function bitsOf(text: string): number {
  const [first = '', ...others] = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return first.charCodeAt(0).toString(2).length + 8 * others.length;
}
