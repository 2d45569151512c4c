/** Path of payments. All paths are relative to the URL of the proxy. */
export const PAYMENTS_PATH = '/v1/payments';
/** Path of what the page may know about the proxy, see {@link ProxyConfig}. */
export const CONFIG_PATH = '/config';
/**
 * Path of an attempt's outcome, followed by `/` and the {@link digestOf} its idempotency key, which is in the header.
 * Pages that cannot compute the digest, or whose proxy has no `binding`, leave it out.
 */
export const ATTEMPTS_PATH = '/attempts';
/** Path of the order of an order token, followed by `/` and the {@link digestOf} the token, which is in the header. */
export const ORDERS_PATH = '/orders';

/** Path of the networks of a card, followed by `/` and the first eight digits of its number. */
export const NETWORKS_PATH = '/networks';

/** Path of the page with the form of isolated mode. Its files are below it. */
export const FRAME_PATH = '/frame';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';
/** Request header for the order token: a compact JWS (HS256) that names the order, its price and its expiry. */
export const ORDER_TOKEN = 'Order-Token';
/** Response header: `true` on a stored response, of this attempt or of another one for the same order. */
export const IDEMPOTENCY_REPLAYED = 'Idempotency-Replayed';
/** Request header: the {@link Mode} that the page shows. Response header: that of the API key. */
export const PAYMENTS_MODE = 'Payments-Mode';
/** Response header: the attempt of the request, as the {@link digestOf} its idempotency key. */
export const PAYMENTS_ATTEMPT = 'Payments-Attempt';
export const RETRY_AFTER = 'Retry-After';
/** Code of the proxy's 409 while the same attempt is in progress. */
export const ATTEMPT_IN_FLIGHT = 'attempt_in_flight';

export const JSON_TYPE = 'application/json';
/** The media type of problem documents (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json';

/** The kind of API key that the proxy holds. */
export type Mode = 'test' | 'live';

/** Returns `undefined` for any other value. */
export function toMode(value: unknown): Mode | undefined {
  return value === 'test' || value === 'live' ? value : undefined;
}

/**
 * Returns the SHA-256 in hexadecimal digits, which names a key or token without revealing it.
 * @throws {TypeError} in a page that was loaded over http, which has no `crypto.subtle`
 */
export async function digestOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether a value has the form of {@link digestOf}. */
export const isDigest = (value: unknown): value is string => typeof value === 'string' && /^[\da-f]{64}$/.test(value);

/** Returns 256 random bits as 43 base64url characters. */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '');
}

/** Whether a key has 22 base64url characters (128 bits) or more. */
export function isIdempotencyKey(key: unknown): key is string {
  return typeof key === 'string' && /^[\w-]{22,255}$/.test(key);
}
