import { holdsNumber, normalizeCardholderName } from './card.js';

export type AddressProblem = 'address_line1_required' | 'city_required' | 'region_required' | 'address_long';

/** In UTF-16 units, as in the schema. */
const MAX_LINE = 100;

/** Normalizes a line of an address, a city or a region like a name: NFC, single spaces, no invisible control characters. */
export const normalizeLine = normalizeCardholderName;

/** The problem of a line, if any. A card number in it is a mistake. */
export function checkLine(text: string): 'address_long' | 'control_invalid' | undefined {
  const line = normalizeLine(text);
  if (line.length > MAX_LINE) return 'address_long';
  return holdsNumber(line) ? 'control_invalid' : undefined;
}
