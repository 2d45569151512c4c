import { checkPan, isLuhn, normalizeCardholderName } from './card.js';
import { findBrand } from './brands.js';
import { isCountry, postalPatterns } from './countries.js';
import type { AddressFieldName } from './field-names.js';
import { toPlainText } from './text.js';

export type PostalCodeProblem = 'postal_code_required' | 'postal_code_invalid' | 'postal_code_unlikely';

const INVISIBLE = /[\p{Cf}〒]/gu; // 〒 is the Japanese postal mark
const SEPARATORS = /[\s\p{Cc}\p{Dash}ー─.]+/gu; // ー and ─ are typed as dashes in Japan
const MAX_CODE = 10; // letters and digits, in Iran

/** Checks the format, not whether the place exists. Without a country, any plausible code is valid. */
export function checkPostalCode(text: string, country = ''): PostalCodeProblem | undefined {
  const code = tidy(text);
  const { length } = squeeze(code);
  const patterns = postalPatterns(country);
  if (length === 0) return patterns.length > 0 || !isCountry(country) ? 'postal_code_required' : undefined;
  if (findFormatted(code, patterns) !== undefined) return undefined;
  if (patterns.length > 0) return 'postal_code_invalid';
  const isPlausible = isCountry(country) || (length > 1 && /^[A-Z\d -]+$/.test(code));
  return isPlausible && length <= MAX_CODE ? undefined : 'postal_code_unlikely';
}

/** Removes a country prefix, unless it is part of the code: `D-10115` becomes `10115`. */
export function normalizePostalCode(text: string, country = ''): string {
  const code = tidy(text);
  return findFormatted(code, postalPatterns(country)) ?? code;
}

export function postalCodeExample(country = ''): string | undefined {
  let digit = 0;
  let letter = 0;
  return postalPatterns(country)[0]?.replace(/[0a*]/g, (sign) =>
    sign === 'a' ? String.fromCharCode(65 + letter++) : String(++digit % 10),
  );
}

function tidy(text: string): string {
  const plain = toPlainText(toPlainText(text).replace(INVISIBLE, '').toUpperCase()); // again: letters may compose now
  return plain.replace(SEPARATORS, (run) => (/\p{Dash}|[ー─]/u.test(run) ? '-' : ' ')).replace(/^[ -]|[ -]$/g, '');
}

function squeeze(code: string): string {
  return code.replace(/[ -]/g, '');
}

function findFormatted(code: string, patterns: readonly string[]): string | undefined {
  const squeezed = squeeze(code);
  for (const pattern of patterns) {
    const formatted = format(squeezed, pattern);
    if (formatted !== undefined) return formatted;
  }
  return undefined;
}

/** Formats a code if it matches. Letters before its digits are a country prefix (`D-`) or fixed (`LV-`). */
function format(squeezed: string, pattern: string): string | undefined {
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

export function isAddressField(name: string): name is AddressFieldName {
  return /^(address-line[12]|city|region)$/.test(name);
}

/** The limit counts UTF-16 units, as the schema does. */
const MAX_LINE = 100;

/** Normalizes a line, a city or a region like a name: NFC, single spaces, no invisible control characters. */
export const normalizeLine = normalizeCardholderName;

/** Returns the problem of an address line, such as a card number in it. */
export function checkLine(text: string): 'address_long' | 'control_invalid' | undefined {
  const line = normalizeLine(text);
  if (line.length > MAX_LINE) return 'address_long';
  return holdsCard(line) ? 'control_invalid' : undefined;
}

/** Card numbers have groups of three digits or more. Numbers of houses and flats are shorter, or lack a check digit. */
const GROUPS = /\d{3,}(?:[^\d\p{L}]{0,2}\d{3,})*/gu;
const USUAL_LENGTH = 16;

function holdsCard(line: string): boolean {
  return (toPlainText(line).match(GROUPS) ?? []).some((run) => {
    const groups = run.match(/\d+/g) ?? [];
    return groups.some((_, from) => groups.some((_, to) => isCard(groups.slice(from, to + 1).join(''))));
  });
}

function isCard(digits: string): boolean {
  return checkPan(digits) === undefined && isLuhn(digits) && (digits.length === USUAL_LENGTH || !!findBrand(digits));
}
