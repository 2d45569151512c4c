import {
  IDEMPOTENCY_KEY,
  IDEMPOTENCY_REPLAYED,
  ORDER_TOKEN,
  PAYMENTS_ATTEMPT,
  PAYMENTS_MODE,
  RETRY_AFTER,
} from 'payment-widget/contract';
import { ProblemError } from '../base/problem.js';

/**
 * Prefers `Sec-Fetch-Site`, since behind a TLS-terminating server the proxy sees http where the page has https. A request with
 * neither header does not come from a page, so no visitor's browser can be misused.
 */
export function checkOrigin(request: Request, allowed: readonly string[]): void {
  const origin = request.headers.get('Origin');
  if (origin !== null && allowed.includes(origin)) return;
  const site = request.headers.get('Sec-Fetch-Site');
  if (site === 'same-origin' || site === 'none') return;
  if (site === null && (origin === null || isOwn(origin, new URL(request.url)))) return;
  throw new ProblemError(403, 'origin_not_allowed', 'This origin may not use this proxy. Add it to allowedOrigins.');
}

export function corsHeaders(request: Request, allowed: readonly string[]): Record<string, string> {
  const origin = request.headers.get('Origin');
  if (origin === null || !allowed.includes(origin)) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'GET, POST',
    'Access-Control-Allow-Headers': `Content-Type, ${IDEMPOTENCY_KEY}, ${ORDER_TOKEN}, ${PAYMENTS_MODE}`,
    'Access-Control-Expose-Headers': [PAYMENTS_MODE, PAYMENTS_ATTEMPT, RETRY_AFTER, IDEMPOTENCY_REPLAYED].join(', '),
  };
}

/** Accepts https for a request that arrived by http: a server in front terminates TLS. */
function isOwn(origin: string, { protocol, host }: URL): boolean {
  return origin === `https://${host}` || (protocol === 'http:' && origin === `http://${host}`);
}

/** Headers of every response. `Cross-Origin-Resource-Policy` does not affect requests with CORS. */
export const SECURITY_HEADERS = {
  'Cache-Control': 'no-store',
  Vary: `Origin, ${IDEMPOTENCY_KEY}, ${ORDER_TOKEN}`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;
