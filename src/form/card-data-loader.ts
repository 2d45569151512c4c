import { addBrands, type CardBrand } from '../card/brand-table.js';

/** Loads `card-data.ts` when the shopper comes to the form. */
export class CardDataLoader {
  /** Recognizes test card numbers; `undefined` until it is loaded. */
  isTestNumber: ((pan: string) => boolean) | undefined;
  #marks: Readonly<Record<string, readonly Element[]>> | undefined;
  #isLoading = false;

  /** The mark of a brand; `null` if it has none, `undefined` before the marks are loaded. */
  mark(brand: CardBrand | undefined): readonly Element[] | null | undefined {
    return this.#marks && ((brand && this.#marks[brand.id]) ?? null);
  }

  /**
   * Without the file, brands are shown by name, and the next call tries again.
   * @returns whether this call has loaded the file or failed to
   */
  async load(): Promise<boolean> {
    if (this.#isLoading) return false;
    this.#isLoading = true;
    try {
      const { drawMarks, isTestNumber, REGIONAL_BRANDS } = await import('./card-data.js');
      this.#marks = drawMarks();
      this.isTestNumber = isTestNumber;
      addBrands(REGIONAL_BRANDS);
    } catch (cause) {
      if (!this.#marks) console.warn('<payment-widget>: card-data.js could not be loaded.', cause);
      this.#marks = {};
      this.#isLoading = false;
    }
    return true;
  }
}
