import { loadCards } from '../on-demand.js';
import { addBrands, type CardBrand } from '../card/brand-table.js';

/** What the form learns of cards once somebody has come to it. */
export class CardKnowledge {
  /** Whether a number is one for tests; `undefined` while nobody can tell. */
  isTestNumber: ((pan: string) => boolean) | undefined;
  #marks: Readonly<Record<string, readonly Element[]>> | undefined;
  #isAsked = false;

  /** The mark of a brand; `null` when there is none, `undefined` while that is not known. */
  mark(brand: CardBrand | undefined): readonly Element[] | null | undefined {
    return this.#marks && ((brand && this.#marks[brand.id]) ?? null);
  }

  /**
   * Names stand in for marks that cannot be had, and they can be asked for again then.
   * @returns whether it was loaded now, or could not be
   */
  async load(): Promise<boolean> {
    if (this.#isAsked) return false;
    this.#isAsked = true;
    const cards = await loadCards().catch(() => undefined);
    this.#isAsked = cards !== undefined;
    this.#marks = cards?.drawMarks() ?? {};
    this.isTestNumber = cards?.isTestNumber;
    if (cards) addBrands(cards.REGIONAL_BRANDS);
    return true;
  }
}
