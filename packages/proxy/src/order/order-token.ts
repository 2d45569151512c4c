import { MAX_ORDER_TOKEN, ORDER_TOKEN, realClock, type Clock, type Mode } from 'payment-widget/contract';
import { type Secret, importSecret } from '../base/crypto.js';
import { cached } from '../base/once.js';
import type { OrderTokenSecret } from '../options/options.js';
import { secretProblem } from '../options/unusable-values.js';
import type { ReadToken, TokenReason, TokenStatus } from './access.js';
import { orderToken } from './schema.js';

/** The order that a token is for. */
export interface OrderTokenOptions {
  /** The order: 1 to 255 characters. */
  readonly reference: string;
  /** Minor units: 4999 is 49.99 EUR. */
  readonly amount: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /**
   * Seconds until the token expires, at most 2,592,000 (30 days).
   * @default `3600`
   */
  readonly expiresIn?: number;
}

const ALGORITHM = 'HS256';
const DAY_S = 24 * 60 * 60;
const MAX_EXPIRES_IN_S = 30 * DAY_S;
/** The clocks of shop and proxy may differ. An `exp` in milliseconds would never pass. */
const MAX_LIFETIME_S = MAX_EXPIRES_IN_S + DAY_S;
/** The signature has 32 bytes in base64url. Decoders accept other spellings of it, so one token would have several. */
const COMPACT_JWS = /^[\w-]+\.[\w-]+\.[\w-]{42}[AEIMQUYcgkosw048]$/;
/**
 * Creates a token for the element's `order-token`: a compact JWS (RFC 7515) with the claims `reference`, `amount`, `currency`
 * and `exp`, signed with HMAC SHA-256. Give it only to the shopper who may pay this order.
 *
 * @example
 * const token = await createOrderToken({ reference: 'order-1042', amount: 4999, currency: 'EUR' }, secret);
 * @param secret - the (new) `orderTokenSecret` of the proxy
 * @throws {TypeError} if an argument is invalid
 */
export async function createOrderToken(options: OrderTokenOptions, secret: string): Promise<string> {
  const problem = secretProblem(secret);
  if (problem) throw new TypeError(`createOrderToken: secret ${problem}`);
  const { reference, amount, currency, expiresIn = 3600 } = options;
  const exp = Math.floor(Date.now() / 1000) + expiresIn;
  const { data: claims, error } = orderToken().safeParse({ reference, amount, currency, exp });
  const wrong = error?.issues.find(({ path }) => path[0] !== 'exp');
  if (wrong) throw new TypeError(`createOrderToken: ${String(wrong.path[0])} is invalid. ${wrong.message}.`);
  if (!claims || !(Number.isSafeInteger(expiresIn) && expiresIn > 0 && expiresIn <= MAX_EXPIRES_IN_S)) {
    throw new TypeError(`createOrderToken: expiresIn is invalid. Expected whole seconds, 1 to ${MAX_EXPIRES_IN_S}.`);
  }
  return signClaims(claims, secret);
}

export async function signClaims(claims: Readonly<Record<string, string | number>>, secret: string): Promise<string> {
  const { SignJWT } = await loadJose();
  return new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' }).sign(toKey(secret));
}

/** Loads `jose` with the first token. */
export function createTokenReader(
  secrets: OrderTokenSecret,
  clock: Pick<Clock, 'now'> = realClock,
  mode: Mode = 'live',
): ReadToken {
  const given = [secrets].flat().filter((secret) => secret !== undefined);
  const importKeys = cached(() => Promise.all(given.map((secret) => importSecret(secret, 'verify'))));
  const read = async (token: string | null): Promise<TokenStatus> => {
    if (!token) return invalid('missing');
    if (token.length > MAX_ORDER_TOKEN || !COMPACT_JWS.test(token)) return invalid('malformed');
    for (const key of await importKeys()) {
      const status = await verify(token, key, clock);
      if (status) return status;
    }
    return invalid('signature');
  };
  return async (request) => {
    const { hint, ...status } = await read(request.headers.get(ORDER_TOKEN));
    return mode === 'test' && hint ? { ...status, hint } : status;
  };
}

const invalid = (reason: TokenReason): TokenStatus => ({ state: 'invalid', hint: { reason } });

/** Web Crypto compares the signature in constant time. @returns `undefined` with another signature */
async function verify(token: string, key: Secret, clock: Pick<Clock, 'now'>): Promise<TokenStatus | undefined> {
  const { errors, jwtVerify } = await loadJose();
  const options = { algorithms: [ALGORITHM], currentDate: new Date(clock.now()) };
  const verified = await jwtVerify(token, key, options).then(
    ({ payload }) => ({ state: 'valid', payload }) as const,
    (error: unknown) => {
      // Other errors are dropped, since they contain the claims. The signature of these tokens is valid.
      if (error instanceof errors.JWTExpired) return { state: 'expired', payload: error.payload } as const;
      const isSigned = error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTInvalid;
      return isSigned ? ({ state: 'invalid' } as const) : undefined;
    },
  );
  if (!verified) return undefined;
  const { data } = orderToken().safeParse(verified.payload);
  if (!data || verified.state === 'invalid') return invalid('claims');
  const { exp, ...order } = data;
  const now = Math.floor(clock.now() / 1000);
  if (exp > now + MAX_LIFETIME_S) return invalid('lifetime');
  return verified.state === 'valid' ? { state: 'valid', order } : { state: 'expired', order, hint: { now } };
}

/** An `import()` for each request would take longer than the check. */
const loadJose = cached(() => import('jose'));

function toKey(secret: string): Uint8Array {
  return new TextEncoder().encode(secret);
}
