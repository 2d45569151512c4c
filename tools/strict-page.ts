/** The Trusted Types policy of the script: the name that a page with a list of policies has to allow. */
export const TRUSTED_TYPES_POLICY = 'payment-widget';

/** What the script needs of a page, and nothing else. It loads no style, image or font, which `default-src` forbids. */
export const MINIMAL_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  `trusted-types ${TRUSTED_TYPES_POLICY}`,
].join('; ');
