import { findBrand } from './brand-table.js';
import { toPlainText } from '../contract/plain-text.js';
import { checkPan, isLuhn, normalizeCardholderName } from './card.js';

export type AddressProblem = 'address_line1_required' | 'city_required' | 'region_required' | 'address_long';

/** In UTF-16 units, as in the schema. */
const MAX_LINE = 100;

/** Normalizes a line of an address, a city or a region like a name: NFC, single spaces, no invisible control characters. */
export const normalizeLine = normalizeCardholderName;

export function checkLine(text: string): 'address_long' | 'control_invalid' | undefined {
  const line = normalizeLine(text);
  if (line.length > MAX_LINE) return 'address_long';
  return holdsCard(line) ? 'control_invalid' : undefined;
}

/** Card numbers have groups of at least three digits; numbers of blocks, houses and flats are shorter, or have no check digit. */
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
