import { IDEMPOTENCY_KEY, IDEMPOTENCY_REPLAYED, PAYMENTS_MODE, RETRY_AFTER } from '../contract/protocol.js';
import { ProblemError } from './problem.js';

/**
 * Lets requests in from the proxy's own origin and from those in the list. The browser's own word, `Sec-Fetch-Site`,
 * comes first: behind a server that ends TLS the proxy sees http where the page is https. Requests with neither
 * header do not come from a page of another site, so there is no visitor whose browser could be misused.
 * @throws {ProblemError} 403 for any other origin
 */
export function checkOrigin(request: Request, allowed: readonly string[]): void {
  const origin = request.headers.get('Origin');
  if (origin !== null && allowed.includes(origin)) return;
  const site = request.headers.get('Sec-Fetch-Site');
  if (site === 'same-origin' || site === 'none') return;
  if (site === null && (origin === null || isOwn(origin, new URL(request.url)))) return;
  throw new ProblemError(403, 'origin_not_allowed', 'Pages of this origin may not use this proxy.');
}

/** CORS headers for an origin in the list; none for any other, the proxy's own included. */
export function corsHeaders(request: Request, allowed: readonly string[]): Record<string, string> {
  const origin = request.headers.get('Origin');
  if (allowed.length === 0) return {};
  if (origin === null || !allowed.includes(origin)) return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': `Content-Type, ${IDEMPOTENCY_KEY}`,
    'Access-Control-Expose-Headers': `${PAYMENTS_MODE}, ${RETRY_AFTER}, ${IDEMPOTENCY_REPLAYED}, Date`,
  };
}

/** Character by character; but https in front of a proxy that is asked in http is a server that ends TLS. */
function isOwn(origin: string, { protocol, host }: URL): boolean {
  return origin === `https://${host}` || (protocol === 'http:' && origin === `http://${host}`);
}

/**
 * On every answer, whoever asks: no cache keeps it, and a browser that is led to it shows, guesses, embeds and tells
 * nothing. The last one is about pages that embed without asking; those in the list ask, by CORS, so it is no hindrance.
 */
export const SECURITY_HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;
