import { addBrands, mayBeRegional, type CardBrand } from '../contract/brands.js';
import { OnDemand } from '../contract/on-demand.js';
import { BRAND_MARKS, type BrandMark } from './brand-marks.js';

/** The marks of networks, and the rules of regional brands. */
export const cardData = new OnDemand('card-data', async () => {
  const module = await import('./card-data.js');
  addBrands(module.REGIONAL_BRANDS);
  return module;
});

const testNumbers = new OnDemand('test-numbers', () => import('../contract/test-numbers.js'));

/** Returns the parts to load for a card number. A part that has failed is requested once more. */
export function missingParts(pan: string, brand: CardBrand | undefined, isLive: boolean): OnDemand<unknown>[] {
  const parts: OnDemand<unknown>[] = [];
  if ((brand && !BRAND_MARKS[brand.id]) || mayBeRegional(pan)) parts.push(cardData);
  if (isLive) parts.push(testNumbers);
  return parts.filter(({ current, failures }) => !current && failures < 2);
}

/** Loads parts for one form, but not while a key is handled. */
export class CardDataLoader {
  isLoading = false;

  async load(parts: readonly OnDemand<unknown>[]): Promise<void> {
    this.isLoading = true;
    await new Promise((resolve) => setTimeout(resolve));
    await Promise.all(parts.map((part) => part.tryLoad()));
    this.isLoading = false;
  }
}

/** Returns the mark of a brand: `null` if it has none, `undefined` while it may be loaded. */
export function markOf(brand: Pick<CardBrand, 'id'> | undefined): BrandMark | null | undefined {
  const { current, failures } = cardData;
  return (
    (brand && (BRAND_MARKS[brand.id] ?? current?.NETWORK_MARKS[brand.id])) ?? (current || failures ? null : undefined)
  );
}

/** Returns `false` until the list is loaded. */
export function isKnownTestNumber(pan: string): boolean {
  return testNumbers.current?.isTestNumber(pan) ?? false;
}
