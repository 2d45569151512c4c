import { DOCS, type PaymentErrorCode } from '../../contract/errors.js';

/** How serious a finding is. An `error` prevents payments, a `warning` harms some shoppers, a `note` may be intended. */
export type FindingLevel = 'error' | 'warning' | 'note';

/** Mistakes that are not errors of a payment, with their usual level. They are described in the documentation of the check. */
export const LEVELS = {
  not_in_document: 'error',
  config_unreachable: 'error',
  blocked_by_cors: 'error',
  blocked_by_csp: 'error',
  blocked_form_action: 'error',
  unclosed_tag: 'error',
  sandboxed_frame: 'error',
  missing_reference: 'warning',
  unknown_attribute: 'warning',
  unknown_slot: 'warning',
  unlabeled_control: 'warning',
  several_scripts: 'warning',
  test_key: 'warning',
  missing_integrity: 'warning',
  missing_lang: 'warning',
  missing_viewport: 'warning',
  duplicate_id: 'warning',
  low_contrast: 'warning',
  autofill_not_allowed: 'warning',
  missing_style_sheet: 'note',
  unnamed_control: 'note',
  missing_mode: 'note',
  foreign_script: 'note',
} as const satisfies Record<string, FindingLevel>;

/** Mistakes that are not errors of a payment. */
export type HintName = keyof typeof LEVELS;

/** Something suspicious about the page, the element or the proxy. It contains no card data, no key and no query string. */
export interface Finding {
  /** What was found: a closed set, described in `docs/integration-check.md`, or an error code. */
  readonly code: HintName | PaymentErrorCode;
  readonly level: FindingLevel;
  /** What is wrong, and what was expected. In English, for developers. */
  readonly message: string;
  /** What to do. */
  readonly fix: string;
  /** Where the code is described, in the installed package: `payment-widget/docs/integration-check.md#missing_lang`. */
  readonly docs: string;
}

/** Where the check is described: a file of the package. */
export const CHECK_DOCS = 'payment-widget/docs/integration-check.md';

/** @param level default: the usual level of the code */
export function finding(code: Finding['code'], message: string, fix: string, level = levelOf(code)): Finding {
  return { code, level, message, fix, docs: (isHint(code) ? `${CHECK_DOCS}#` : DOCS) + code };
}

function levelOf(code: Finding['code']): FindingLevel {
  return isHint(code) ? LEVELS[code] : 'error';
}

function isHint(code: string): code is HintName {
  return Object.hasOwn(LEVELS, code);
}

/** An address without user, query and fragment, which may hold secrets. */
export function plainUrl(url: string): string {
  if (!URL.canParse(url)) return url.replace(/[?#].*$/, '');
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
