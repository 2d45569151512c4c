import { holdsSecret, isLoopback } from '../contract/security.js';

export interface PageDocument {
  readonly location: { readonly href: string };
}

/** The address of the page. A window or frame that its opener fills has none: that of the opener counts. */
export function addressOf({ location: { href } }: PageDocument): string {
  return href.startsWith('about:') ? location.href : href;
}

/** Accepts https, and http on the origin of the page or of a proxy on this computer. Live mode refuses http pages. */
export function parseUrl(value: unknown, base: string, isProxy = false): string | undefined {
  if (typeof value !== 'string' || holdsSecret(value) || !value.trim() || !URL.canParse(value, base)) return undefined;
  const { protocol, hostname, origin, username, password, href } = new URL(value, base);
  const isOwn = origin === new URL(base).origin || (isProxy && isLoopback(hostname));
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isOwn);
  return isSafe && !username && !password ? href : undefined;
}

interface ProxyPage {
  readonly proxyUrl?: unknown;
  readonly ownerDocument: PageDocument;
}

/** Returns an absolute URL without a trailing slash. */
export function parseProxyUrl({ proxyUrl, ownerDocument }: ProxyPage): string | undefined {
  const url = parseUrl(proxyUrl, addressOf(ownerDocument), true);
  return url && !/[?#]/.test(url) ? url.replace(/\/+$/, '') : undefined;
}

/** Adds reference and outcome to the query of a return URL, in place of members with these names. */
export function addOutcome(
  returnUrl: string,
  { reference, outcome }: { readonly reference: string | undefined; readonly outcome: string },
): string {
  const url = new URL(returnUrl);
  const added = { ...(reference !== undefined && { reference }), outcome };
  for (const name of ['reference', 'outcome']) {
    if (url.searchParams.has(name)) url.searchParams.delete(name); // deleting would encode the other members again
  }
  url.search += `${url.search ? '&' : ''}${new URLSearchParams(added).toString()}`;
  return url.href;
}
