/** Called wrongly. Its message says what was expected. */
export class UsageError extends Error {}

/**
 * The address of a proxy, as a person types it.
 * @throws {UsageError} when it can be none
 */
export function toUrl(text: string): URL {
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw new UsageError(`"${text}" is no address. Expected one such as http://localhost:3000/pay.`);
  if (url.username || url.password) throw new UsageError('The address holds a password. Leave it out.');
  if (url.search || url.hash) throw new UsageError('The address has a query or a fragment. Leave it out.');
  if (/\/v1(\/payments)?\/*$/.test(url.pathname)) {
    throw new UsageError('The address ends with /v1: give what comes before it, as in proxy-url.');
  }
  return url;
}

/**
 * An origin, as browsers send it.
 * @throws {UsageError} when it is none
 */
export function toOrigin(text: string): string {
  if (URL.canParse(text) && new URL(text).origin === text) return text;
  throw new UsageError(`"${text}" is no origin. Expected one such as https://shop.example, without a path.`);
}
