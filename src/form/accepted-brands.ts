import { normalizePan } from '../card/card.js';
import { PaymentError } from '../contract/errors.js';

export { isRefused } from '../card/accepted-brands.js';

/** Digits after which a number without a brand is of an unknown one. */
const BRAND_DIGITS = 8;

type Brands = readonly string[] | undefined;

/** The brands that both the page and the proxy accept; `undefined` if both accept all. */
export function acceptedBrands(page: Brands, proxy: Brands): Brands {
  return page && proxy ? page.filter((id) => proxy.includes(id)) : (page ?? proxy);
}

/** Why no card at all is accepted. */
export function brandsError(page: Brands, proxy: Brands): PaymentError | undefined {
  if (acceptedBrands(page, proxy)?.length !== 0) return undefined;
  const problem = page?.length
    ? `brands is "${page.join(' ')}", of which the proxy accepts none`
    : 'The proxy accepts none';
  const expected = proxy?.length ? `at least one of: ${proxy.join(' ')}` : 'brands in the options of the proxy';
  return new PaymentError('invalid_brands', `${problem}. Expected ${expected}.`);
}

/** Whether a card number has enough digits to tell its brand. */
export function hasBrandDigits(text: string): boolean {
  return normalizePan(text).length >= BRAND_DIGITS;
}
