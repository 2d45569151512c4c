import { hint } from './hint.js';

/** Addresses that the Content Security Policy of the page has blocked. */
const blocked: string[] = [];
/** Of all elements of the page. */
const proxyUrls = new Set<string>();
let isWatching = false;

/** The folder of the script. In a bundle, other scripts of the page are there too. */
const FOLDER = import.meta.url.replace(/[^/]*$/, '');
const isBundled = !import.meta.url.endsWith('/setup-hints.js');

/** Logs violations of the page's policy by the element: requests to its proxy, and its own files. Each proxy is added. */
export function watchPolicy(proxyUrl: string | undefined): void {
  if (proxyUrl) proxyUrls.add(proxyUrl);
  if (isWatching) return;
  isWatching = true;
  document.addEventListener('securitypolicyviolation', ({ blockedURI, sourceFile, effectiveDirective }) => {
    const isOurs =
      [...proxyUrls].some((url) => blockedURI.startsWith(`${url}/`)) ||
      (!isBundled && `${blockedURI} ${sourceFile}`.includes(FOLDER));
    if (!isOurs) return;
    blocked.push(blockedURI);
    const { origin } = URL.canParse(blockedURI) ? new URL(blockedURI) : location;
    const source = origin === location.origin ? "'self'" : origin;
    const remedy = `Add ${source} to ${effectiveDirective} of the Content-Security-Policy.`;
    hint(
      'blocked_by_csp',
      `${effectiveDirective} ${blockedURI}`,
      `${effectiveDirective} blocks ${blockedURI}. ${remedy}`,
    );
  });
}

export function isBlocked(address: string): boolean {
  return blocked.includes(address);
}
