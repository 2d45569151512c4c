/** The Trusted Types policy of the script, which a page with a list of policies must allow. */
export const TRUSTED_TYPES_POLICY = 'payment-widget';

/** The strictest policy that the script works with. It loads no styles, images or fonts. */
export const MINIMAL_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  `trusted-types ${TRUSTED_TYPES_POLICY}`,
].join('; ');
