import { finding, plainUrl, type Finding } from './finding.js';
import { FOLDER } from './script-hints.js';

/** What the Content Security Policy of the page has blocked, by directive and address. */
const violations = new Map<string, Finding>();
/** Addresses that it has blocked. */
const blocked = new Set<string>();
/** Of all elements of the page. */
const proxyUrls = new Set<string>();
let isWatching = false;

/** Watches for violations of the page's policy by the element: requests to its proxy, and its own files. Each proxy is added. */
export function watchPolicy(proxyUrl: string | undefined, onFound: () => void): void {
  if (proxyUrl) proxyUrls.add(proxyUrl);
  if (isWatching) return;
  isWatching = true;
  document.addEventListener(
    'securitypolicyviolation',
    ({ blockedURI, sourceFile, effectiveDirective, disposition }) => {
      const isOurs =
        [...proxyUrls].some((url) => blockedURI.startsWith(`${url}/`)) ||
        (!!FOLDER && `${blockedURI} ${sourceFile}`.includes(FOLDER));
      const address = plainUrl(blockedURI);
      const id = `${effectiveDirective} ${address}`;
      if (!isOurs || disposition === 'report' || violations.has(id)) return;
      blocked.add(blockedURI);
      const { origin } = URL.canParse(blockedURI) ? new URL(blockedURI) : location;
      const source = origin === location.origin ? "'self'" : origin;
      violations.set(
        id,
        finding(
          'blocked_by_csp',
          `${effectiveDirective} blocks ${address}. Expected ${source} in it.`,
          `Add ${source} to ${effectiveDirective} of the Content-Security-Policy.`,
        ),
      );
      onFound();
    },
  );
}

export function isBlocked(address: string): boolean {
  return blocked.has(address);
}

/** What the policy has blocked so far. */
export function findViolations(): Finding[] {
  return [...violations.values()];
}
