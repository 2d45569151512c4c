import { knownBrands } from './brands.js';

/** Identifiers of `regional-brands.ts`, which a page loads later. */
const REGIONAL = ['troy', 'naranja', 'verve', 'elo', 'mir', 'hiper', 'hipercard'];

/** Domestic networks, which co-badged cards have beside a brand. Their numbers tell only the brand. */
const DOMESTIC_NETWORKS =
  'bancontact bancomat cartes-bancaires dankort eftpos girocard interac mada multibanco rupay'.split(' ');

export const ALIASES: Readonly<Record<string, string>> = { amex: 'american-express', diners: 'diners-club' };

/** Names that the option `brands` accepts, without aliases. */
export function acceptableNames(): string[] {
  const ids = knownBrands().map(({ id }) => id);
  return [...ids.filter((id) => !REGIONAL.includes(id)), ...REGIONAL, ...DOMESTIC_NETWORKS];
}

/** Replaces an alias, such as `amex`. */
export function toBrandId(name: string): string {
  return Object.hasOwn(ALIASES, name) ? (ALIASES[name] as string) : name;
}

/** Returns each brand once, or the first unknown name. */
export function readBrands(names: readonly string[]): { readonly brands: string[] } | { readonly wrong: string } {
  const known = acceptableNames();
  const brands = names.map(toBrandId);
  const wrong = names.find((_, index) => !known.includes(brands[index] as string));
  return wrong === undefined ? { brands: [...new Set(brands)] } : { wrong };
}
