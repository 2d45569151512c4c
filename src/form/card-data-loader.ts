import { addBrands, mayBeRegional, type CardBrand } from '../card/brand-table.js';
import { BRAND_MARKS, type BrandMark } from './brand-marks.js';

/** A file that few card numbers need. Loaded once for all forms of the page. */
export class CardDataFile {
  state: 'missing' | 'failed' | 'loaded' = 'missing';
  readonly #name: string;
  readonly #import: () => Promise<void>;
  #loading: Promise<void> | undefined;
  #hasWarned = false;

  constructor(name: string, load: () => Promise<void>) {
    this.#name = name;
    this.#import = load;
  }

  /** Never rejects. A failed file is loaded again. */
  load(): Promise<void> {
    return (this.#loading ??= this.#load());
  }

  async #load(): Promise<void> {
    try {
      await this.#import();
      this.state = 'loaded';
    } catch (cause) {
      if (!this.#hasWarned) console.warn(`<payment-widget>: ${this.#name} could not be loaded.`, cause);
      this.#hasWarned = true;
      this.state = 'failed';
      this.#loading = undefined;
    }
  }
}

let marks = BRAND_MARKS;
let isTestNumber: ((pan: string) => boolean) | undefined;

const brands = new CardDataFile('card-data.js', async () => {
  const { MORE_MARKS, REGIONAL_BRANDS } = await import('./card-data.js');
  marks = { ...marks, ...MORE_MARKS };
  addBrands(REGIONAL_BRANDS);
});

const testNumbers = new CardDataFile('test-numbers.js', async () => {
  ({ isTestNumber } = await import('../contract/test-numbers.js'));
});

/** The files that a card number needs and that are not loaded. @param isLive - whether test numbers cannot pay */
export function missingFiles(pan: string, brand: CardBrand | undefined, isLive: boolean): CardDataFile[] {
  const files = [];
  if ((brand && !marks[brand.id]) || mayBeRegional(pan)) files.push(brands);
  if (isLive) files.push(testNumbers);
  return files.filter(({ state }) => state !== 'loaded');
}

/** Loads files, but not while a key is handled. */
export async function loadFiles(files: readonly CardDataFile[]): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  await Promise.all(files.map((file) => file.load()));
}

/** The mark of a brand; `null` if it has none, `undefined` while it may be loaded. */
export function markOf(brand: CardBrand | undefined): BrandMark | null | undefined {
  return (brand && marks[brand.id]) ?? (brands.state === 'missing' ? undefined : null);
}

/** Whether a number is a known test number. `false` until the list is loaded. */
export function isKnownTestNumber(pan: string): boolean {
  return isTestNumber?.(pan) ?? false;
}
