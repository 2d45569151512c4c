import { isCountry, postalPatterns } from './countries.js';
import { toPlainText } from '../contract/plain-text.js';

export type PostalCodeProblem = 'postal_code_required' | 'postal_code_invalid' | 'postal_code_unlikely';

const INVISIBLE = /[\p{Cf}〒]/gu; // the Japanese mark says no more than "postal code"
const SEPARATORS = /[\s\p{Dash}ー─.]+/gu; // in Japan a dash is often typed as the sign for long vowels
const LONGEST_CODE = 10; // letters and digits: the longest, in Iran, has ten

/**
 * What is wrong with a postal code, if anything. Only its form is checked, not whether there is such a place.
 * @param country - ISO 3166-1 alpha-2 code; without one, anything that looks like a code is right
 */
export function checkPostalCode(text: string, country = ''): PostalCodeProblem | undefined {
  const code = tidy(text);
  const { length } = squeeze(code);
  const patterns = postalPatterns(country);
  if (length === 0) return patterns.length > 0 || !isCountry(country) ? 'postal_code_required' : undefined;
  if (findWritten(code, patterns) !== undefined) return undefined;
  if (patterns.length > 0) return 'postal_code_invalid';
  const looksRight = isCountry(country) || (length > 1 && /^[A-Z\d -]+$/.test(code));
  return looksRight && length <= LONGEST_CODE ? undefined : 'postal_code_unlikely';
}

/**
 * A postal code as it is sent: in plain capitals and digits, with the separator that the country uses
 * (`sw1a1aa` becomes `SW1A 1AA`), and without the country's mark unless it is part of the code
 * (`D-10115` becomes `10115`).
 * @param country - ISO 3166-1 alpha-2 code
 */
export function normalizePostalCode(text: string, country = ''): string {
  const code = tidy(text);
  return findWritten(code, postalPatterns(country)) ?? code;
}

/**
 * A made-up code in the country's form, such as `12345` or `AB12 3CD`.
 * @param country - ISO 3166-1 alpha-2 code
 * @returns `undefined` where there is no form to show
 */
export function postalCodeExample(country = ''): string | undefined {
  let digit = 0;
  let letter = 0;
  return postalPatterns(country)[0]?.replace(/[0a*]/g, (sign) =>
    sign === 'a' ? String.fromCharCode(65 + letter++) : String(++digit % 10),
  );
}

/** One space or dash between the parts, as typed, and none around them. */
function tidy(text: string): string {
  const plain = toPlainText(toPlainText(text).replace(INVISIBLE, '').toUpperCase()); // what is left may compose anew
  return plain.replace(SEPARATORS, (run) => (/\p{Dash}|[ー─]/u.test(run) ? '-' : ' ')).replace(/^[ -]+|[ -]+$/g, '');
}

function squeeze(code: string): string {
  return code.replace(/[ -]/g, '');
}

function findWritten(code: string, patterns: readonly string[]): string | undefined {
  const squeezed = squeeze(code);
  for (const pattern of patterns) {
    const written = write(squeezed, pattern);
    if (written !== undefined) return written;
  }
  return undefined;
}

/** Writes a code as the pattern does. Letters before its digits say no more (`D-`), or the same for all (`LV-`). */
function write(squeezed: string, pattern: string): string | undefined {
  const fixed = /^[A-Z]+-?(?=0)/.exec(pattern)?.[0] ?? '';
  const rest = pattern.slice(fixed.length);
  const code = rest.startsWith('0') ? squeezed.replace(/^[A-Z]{1,3}(?=\d)/, '') : squeezed;
  if (!toRegExp(rest).test(code)) return undefined;
  let next = 0;
  return fixed + rest.replace(/[^ -]/g, () => code[next++] ?? '');
}

function toRegExp(pattern: string): RegExp {
  const source = squeeze(pattern).replace(/[0a*]/g, (sign) => ({ '0': '\\d', a: '[A-Z]' })[sign] ?? '[A-Z\\d]');
  return new RegExp(`^${source}$`);
}
