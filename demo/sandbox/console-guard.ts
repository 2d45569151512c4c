/** For pages: what the console needs, and nothing else. */
export const PAGE_HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
} as const;

/** For answers of the API: nothing keeps them, and no other page gets at them. */
export const API_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/** What the API says when something cannot be done. */
export function refuse(status: number, code: string, message: string): Response {
  return Response.json({ error: { code, message } }, { status });
}

/**
 * Whether a page of another site makes somebody's browser change something here. The browser's own word comes first:
 * behind a server that ends TLS addresses differ. What says neither is no browser.
 */
export function isFromElsewhere(request: Request): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  const site = request.headers.get('Sec-Fetch-Site');
  if (site !== null) return site !== 'same-origin';
  const origin = request.headers.get('Origin');
  return origin !== null && origin !== new URL(request.url).origin;
}
