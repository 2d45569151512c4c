import { TRUSTED_TYPES_POLICY } from '../../tools/strict-page.js';

/** Only the QA page may embed its frame. */
const OWN_FRAME = "frame-ancestors 'self'";

/** The QA page. */
const PAGE = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A typical merchant's page. Allows a proxy at any origin. */
const STAGE = ["script-src 'self'", "object-src 'none'", "base-uri 'none'", OWN_FRAME].join('; ');

/** The strictest policy, but for `form-action` and `frame-src`. */
const STRICT = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "style-src 'none'",
  "img-src 'none'",
  "font-src 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "worker-src 'none'",
  "require-trusted-types-for 'script'",
  `trusted-types ${TRUSTED_TYPES_POLICY}`,
  OWN_FRAME,
].join('; ');

const POLICIES: readonly (readonly [path: RegExp, policy: string])[] = [
  [/^\/qa(\/|\/index(\.html)?)?$/, PAGE],
  [/^\/qa\/stage(\.html)?\/?$/, STAGE],
  [/^\/qa\/strict(\.html)?\/?$/, STRICT],
];

/**
 * The `Content-Security-Policy` for a path.
 * @param bank - the origin to which a payment may lead
 * @param frame - the origin of the isolated form
 */
export function policyOf(path: string, bank = "'none'", frame = "'none'"): string | undefined {
  const policy = POLICIES.find(([pattern]) => pattern.test(path))?.[1];
  return policy === STRICT ? `${policy}; form-action ${bank}; frame-src ${frame}` : policy;
}
