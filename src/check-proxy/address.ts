/** Invalid arguments. The message says what was expected. */
export class UsageError extends Error {}

/**
 * Parses the URL of a proxy.
 * @throws {UsageError} if it is not a valid `proxy-url`
 */
export function toUrl(text: string): URL {
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw new UsageError(`"${text}" is not a URL. Expected a URL such as http://localhost:3000/pay.`);
  if (url.username || url.password) throw new UsageError('The URL contains a password. Remove it.');
  if (url.search || url.hash) throw new UsageError('The URL has a query or a fragment. Remove it.');
  if (/\/v1(\/payments)?\/*$/.test(url.pathname)) {
    throw new UsageError('The URL ends with /v1. Pass the part before it, as in proxy-url.');
  }
  return url;
}

/**
 * Validates an origin in the form that browsers send.
 * @throws {UsageError} if it is not an origin
 */
export function toOrigin(text: string): string {
  if (URL.canParse(text) && new URL(text).origin === text) return text;
  throw new UsageError(`"${text}" is not an origin. Expected one such as https://shop.example, without a path.`);
}
