import { findBrand, knownBrands, startsWithin, toRanges, type CardBrand, type Ranges } from './brands.js';
import { normalizePan } from './card.js';

/** The networks of a card; the shopper may choose among two or more. */
export interface CardNetworks {
  /** Network names, such as `visa` or `cartes-bancaires`. */
  readonly networks: readonly string[];
  /** The network that is preselected. Default: none */
  readonly preferred?: string | undefined;
}

type Found = CardNetworks | readonly string[] | null | undefined;

/**
 * Looks up the networks of a card.
 * @param bin8 - the first eight digits of its number
 */
export type NetworksOf = (bin8: string) => Found | Promise<Found>;

/** A name such as `cartes-bancaires`. */
export const NETWORK_NAME = /^[a-z][a-z\d-]{0,31}$/;

/** More networks than any card has. */
export const MAX_NETWORKS = 8;

/** @returns names without duplicates; `undefined` if there is none, or the result is invalid */
export function readNetworks(found: unknown): CardNetworks | undefined {
  const { networks, preferred }: Partial<CardNetworks> = Array.isArray(found) ? { networks: found } : (found ?? {});
  if (!Array.isArray(networks) || networks.length === 0 || networks.length > MAX_NETWORKS) return undefined;
  if (!networks.every((name) => typeof name === 'string' && NETWORK_NAME.test(name))) return undefined;
  const names = [...new Set(networks as string[])];
  return { networks: names, ...(preferred !== undefined && names.includes(preferred) && { preferred }) };
}

/** Prefixes that `brands.ts` lacks: all of RuPay, and ranges that networks share or have had since. */
const UNLISTED_PREFIXES: Readonly<Record<string, string>> = {
  discover: '622126-622925 624-6 6282-8', // shared with UnionPay
  elo: '50 636 65',
  mastercard: '500-3 56-7 580-8', // shared with Maestro, in Latin America
  rupay: '353 356 508 606-608 65 81-82',
  troy: '65 9792',
  verve: '506-507 65',
};

/**
 * Networks whose cards may have no security code, with the prefixes of such cards that no table has. Cards of
 * Bancontact with the number of a Visa or Mastercard have a code.
 */
export const WITHOUT_CODE: Readonly<Record<string, string>> = { bancontact: '606005 6703', maestro: '' };

const GUESSED_PREFIX = '6';
/** Numbers of Maestro, unless their first eight digits are those of another brand. */
const MAYBE_MAESTRO = /^6\d{7}/;

/** The brand of a card in a shop that accepts these: where several networks have such numbers, an accepted one. */
export function acceptedBrand(text: string, accepted: readonly string[] | undefined): CardBrand | undefined {
  const digits = normalizePan(text);
  const found = findBrand(digits);
  if (!accepted) return found;
  const isAccepted = found && accepted.includes(found.id);
  const guess = !found && MAYBE_MAESTRO.test(digits) ? accepted.find((one) => one === 'maestro') : undefined;
  const id = isAccepted ? found.id : (accepted.find((one) => hasPrefix(one, digits)) ?? guess);
  const brand = id ? (knownBrands().find((one) => one.id === id) ?? { id, name: id, cvcLength: 3 }) : found;
  const isCvcOptional = brand && brand.id in WITHOUT_CODE && accepted.includes(brand.id);
  return isCvcOptional ? { ...brand, isCvcOptional } : brand;
}

function hasPrefix(id: string, digits: string): boolean {
  return !!startsWithin(digits, [...prefixesOf(id), ...toRanges(WITHOUT_CODE[id])]);
}

/** Whether no accepted brand can own the number. */
export function isRefused(text: string, accepted: readonly string[] | undefined): boolean {
  const digits = normalizePan(text);
  const brand = findBrand(digits);
  if (!accepted || !brand || accepted.includes(brand.id)) return false;
  return !accepted.some((id) => mayOwn(id, digits, brand.id));
}

/** A network without known prefixes shares the numbers of all brands but American Express, which is never co-badged. */
function mayOwn(id: string, digits: string, brand: string): boolean {
  const ranges = prefixesOf(id);
  return ranges.length > 0 ? startsWithin(digits, ranges) !== undefined : brand !== 'american-express';
}

/** Lists the known prefixes. A network without any may own every number. */
export function prefixesOf(id: string): Ranges {
  const known = knownBrands().find((one) => one.id === id)?.ranges ?? [];
  return [...known, ...toRanges(UNLISTED_PREFIXES[id])].filter(([from]) => from !== GUESSED_PREFIX);
}
