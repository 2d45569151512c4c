import { MINIMAL_CSP } from '../../tools/strict-page.js';

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

/**
 * The `Content-Security-Policy` for a path.
 * @param bank - the origin to which a payment may lead
 * @param frame - the origin of the isolated form
 */
export function policyOf(path: string, bank = "'none'", frame = "'none'"): string | undefined {
  if (/^\/qa(\/|\/index(\.html)?)?$/.test(path)) return PAGE;
  if (/^\/qa\/stage(\.html)?\/?$/.test(path)) return STAGE;
  if (!/^\/qa\/strict(\.html)?\/?$/.test(path)) return undefined;
  return `${MINIMAL_CSP}; ${OWN_FRAME}; form-action ${bank}; frame-src ${frame}`;
}
