/** The Trusted Types policy of the script, which a page with a list of policies must allow. */
export const TRUSTED_TYPES_POLICY = 'payment-widget';

/**
 * The strictest policy that the script works with. It loads no styles, images or fonts. `default-src` does not cover
 * `base-uri`, and an injected `<base>` would redirect every relative URL of the page.
 */
export const MINIMAL_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  `trusted-types ${TRUSTED_TYPES_POLICY}`,
].join('; ');

/** The folder of the files in the import map of `dist/integrity.json`. A page that serves them from another one replaces it. */
export const IMPORT_MAP_BASE = '/payment-widget/';
