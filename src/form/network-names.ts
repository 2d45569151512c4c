import { knownBrands } from '../card/brand-table.js';

/** Names of domestic networks by identifier, with a short one for the mark. */
export const DOMESTIC: Readonly<Record<string, readonly [name: string, mark: string]>> = {
  bancontact: ['Bancontact', 'BC'],
  bancomat: ['Bancomat', 'BM'],
  'cartes-bancaires': ['Cartes Bancaires', 'CB'],
  dankort: ['Dankort', 'DK'],
  eftpos: ['eftpos', 'eft'],
  girocard: ['girocard', 'gc'],
  interac: ['Interac', 'IN'],
  mada: ['mada', 'mada'],
  multibanco: ['Multibanco', 'MB'],
  rupay: ['RuPay', 'RP'],
};

/** The display name of a brand or network. */
export function nameOf(id: string): string {
  return knownBrands().find((brand) => brand.id === id)?.name ?? DOMESTIC[id]?.[0] ?? id;
}

/** The letters of a mark without a drawing. */
export function shortNameOf(id: string): string {
  return DOMESTIC[id]?.[1] ?? nameOf(id);
}
