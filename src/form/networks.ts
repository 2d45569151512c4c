import { knownBrands } from '../contract/brands.js';
import { normalizePan } from '../contract/card.js';
import { PaymentError } from '../contract/errors.js';
import { readNetworks, type CardNetworks, type NetworksOf } from '../contract/networks.js';

const BIN = /^\d{8}/;

/** Each card is looked up once. A lookup that fails, is slow, or finds nothing means that there is no choice. */
export class NetworkChoice {
  chosen: string | undefined;
  #bin = '';
  #found: CardNetworks | undefined;
  readonly #lookups = new Map<string, Promise<CardNetworks | undefined>>();
  readonly #onchange: () => void;

  constructor(onchange: () => void) {
    this.#onchange = onchange;
  }

  /** Whether the card number can be looked up. If it has no brand then, its brand is unknown. */
  get hasBin(): boolean {
    return this.#bin !== '';
  }

  /** Looks up a card number. Another card has no choice yet. */
  see(text: string, lookUp: NetworksOf | undefined): void {
    const [bin = ''] = BIN.exec(normalizePan(text)) ?? [];
    const isNew = bin !== this.#bin;
    if (isNew) {
      this.#bin = bin;
      this.#found = this.chosen = undefined;
    }
    if (!bin || !lookUp || (!isNew && this.#lookups.has(bin))) return;
    const looking = this.#lookups.get(bin) ?? ask(lookUp, bin);
    this.#lookups.set(bin, looking);
    void looking.then((found) => {
      if (!found || bin !== this.#bin || this.#found) return;
      this.#found = found;
      this.chosen = found.preferred;
      this.#onchange();
    });
  }

  /** Returns no network, or at least two. */
  options(accepted: readonly string[] | undefined): readonly string[] {
    const networks = this.#found?.networks.filter((name) => accepted?.includes(name) !== false) ?? [];
    return networks.length > 1 ? networks : [];
  }
}

/** Looks up a card, but not while a key is handled. Never rejects. */
async function ask(lookUp: NetworksOf, bin: string): Promise<CardNetworks | undefined> {
  await new Promise((resolve) => setTimeout(resolve));
  try {
    return readNetworks(await lookUp(bin));
  } catch {
    return undefined; // the shopper pays without a choice
  }
}

/** The names of domestic networks, with short names for the marks. */
const DOMESTIC: Readonly<Record<string, readonly [name: string, mark: string]>> = {
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

export function networkName(id: string): string {
  return knownBrands().find((brand) => brand.id === id)?.name ?? DOMESTIC[id]?.[0] ?? id;
}

export function shortNetworkName(id: string): string {
  return DOMESTIC[id]?.[1] ?? networkName(id);
}

type Brands = readonly string[] | undefined;

/** Returns what both accept; `undefined` if both accept all. */
export function acceptedBrands(page: Brands, proxy: Brands): Brands {
  return page && proxy ? page.filter((id) => proxy.includes(id)) : (page ?? proxy);
}

export function brandsError(page: Brands, proxy: Brands): PaymentError | undefined {
  if (acceptedBrands(page, proxy)?.length !== 0) return undefined;
  const problem = page?.length
    ? `brands is "${page.join(' ')}", of which the proxy accepts none`
    : 'The proxy accepts none';
  const expected = proxy?.length ? `at least one of: ${proxy.join(' ')}` : 'brands in the options of the proxy';
  return new PaymentError('invalid_brands', `${problem}. Expected ${expected}.`);
}
