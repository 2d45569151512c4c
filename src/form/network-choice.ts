import { normalizePan } from '../card/card.js';
import { readNetworks, type CardNetworks, type NetworksOf } from '../contract/networks.js';

/** Digits that a lookup needs. */
const BIN = /^\d{8}/;

/**
 * The networks of the typed card, and the network that the shopper chose. Each card is looked up once. A lookup that fails, is slow, or
 * finds nothing means that there is no choice.
 */
export class NetworkChoice {
  /** The network that the shopper chose, or the merchant preselected. */
  chosen: string | undefined;
  #bin = '';
  #found: CardNetworks | undefined;
  readonly #lookups = new Map<string, Promise<CardNetworks | undefined>>();
  readonly #onchange: () => void;

  /** @param onchange called when a lookup has found networks */
  constructor(onchange: () => void) {
    this.#onchange = onchange;
  }

  /** Takes the card number typed so far. Another card has no choice yet. */
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

  /**
   * The networks to choose from: none, or at least two.
   * @param accepted - identifiers; `undefined` if all are accepted
   */
  options(accepted: readonly string[] | undefined): readonly string[] {
    const networks = this.#found?.networks.filter((name) => accepted?.includes(name) !== false) ?? [];
    return networks.length > 1 ? networks : [];
  }
}

/** Never rejects. Not while a key is handled. */
async function ask(lookUp: NetworksOf, bin: string): Promise<CardNetworks | undefined> {
  await new Promise((resolve) => setTimeout(resolve));
  try {
    return readNetworks(await lookUp(bin));
  } catch {
    return undefined; // the shopper pays without a choice
  }
}
