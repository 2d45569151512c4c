import { TRUSTED_TYPES_POLICY } from '../../tools/strict-page.js';

/** The Trusted Types policy of the site's own script, which starts the sandbox. */
export const SITE_POLICY = 'docs';

/** Headers of every file of the site. One policy for all: a host with two rules for one path would apply both. */
export const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "frame-src 'self'", // live examples
    "worker-src 'self'", // their sandbox
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    `trusted-types ${SITE_POLICY} ${TRUSTED_TYPES_POLICY}`,
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

/** The headers as a `_headers` file, which several static hosts read. */
export function hostHeaders(): string {
  return `/*\n${Object.entries(HEADERS)
    .map(([name, value]) => `  ${name}: ${value}\n`)
    .join('')}`;
}
