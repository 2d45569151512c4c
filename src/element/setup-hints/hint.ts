import { DOCS, type PaymentErrorCode } from '../../contract/errors.js';

/** Mistakes that are not errors of a payment. They are described beside the error codes. */
export type HintName =
  | 'missing_reference'
  | 'config_unreachable'
  | 'blocked_by_cors'
  | 'blocked_by_csp'
  | 'unclosed_tag'
  | 'autofill_not_allowed'
  | 'missing_style_sheet'
  | 'low_contrast';

const logged = new Set<string>();

/**
 * Logs a mistake, once for each subject.
 * @param subject the address or element that the mistake is about
 * @param text what is wrong, and what to do
 */
export function hint(name: HintName | PaymentErrorCode, subject: string, text: string, cause?: unknown): void {
  const id = `${name} ${subject}`;
  if (logged.has(id)) return;
  logged.add(id);
  console.warn(`<payment-widget>: ${name}: ${text} See ${DOCS}${name}`, ...(cause === undefined ? [] : [cause]));
}
