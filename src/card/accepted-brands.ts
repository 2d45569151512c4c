import { findBrand, knownBrands, startsWithin, toRanges } from './brand-table.js';
import { normalizePan } from './card.js';

/** Prefixes that `brand-table.ts` lacks: all of RuPay, and new ranges of other networks. */
const MORE_PREFIXES: Readonly<Record<string, string>> = {
  discover: '622126-622925', // shared with UnionPay
  elo: '50 636 65',
  rupay: '353 356 508 606-608 65 81-82',
  troy: '65 9792',
  verve: '506-507 65',
};

const GUESSED_PREFIX = '6';

export function isRefused(text: string, accepted: readonly string[] | undefined): boolean {
  const digits = normalizePan(text);
  const brand = findBrand(digits);
  if (!accepted || !brand || accepted.includes(brand.id)) return false;
  return !accepted.some((id) => mayOwn(id, digits, brand.id));
}

/** A network without known prefixes shares the numbers of all brands, except American Express, which has no co-badged cards. */
function mayOwn(id: string, digits: string, brand: string): boolean {
  const known = knownBrands().find((one) => one.id === id)?.ranges ?? [];
  const ranges = [...known, ...toRanges(MORE_PREFIXES[id])].filter(([from]) => from !== GUESSED_PREFIX);
  return ranges.length > 0 ? startsWithin(digits, ranges) !== undefined : brand !== 'american-express';
}
