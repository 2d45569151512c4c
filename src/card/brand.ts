import { knownBrands, type NumberedBrand } from './brand-table.js';

/**
 * The one brand that the digits so far can still belong to. Where they are as long as the prefixes of all that they fit,
 * that is the brand with the longest of these.
 */
export function findBrand(digits: string): NumberedBrand | undefined {
  if (!digits) return undefined; // an empty form needs no table
  let best: NumberedBrand | undefined;
  let longest = -1;
  let fitting = 0;
  let isSettled = true;
  for (const brand of knownBrands()) {
    const prefix = prefixLength(digits, brand);
    if (prefix === undefined) continue;
    fitting++;
    isSettled &&= prefix > 0;
    if (prefix > longest) [best, longest] = [brand, prefix];
  }
  // The table calls every other number that starts with 6 a Maestro: RuPay and many more are not.
  const isGuess = best?.id === 'maestro' && longest === 1;
  return (isSettled || fitting === 1) && !isGuess ? best : undefined;
}

/** Length of the first prefix that the digits fit; 0 as long as they are shorter, `undefined` if they fit none. */
function prefixLength(digits: string, { ranges }: NumberedBrand): number | undefined {
  for (const [from, to] of ranges) {
    // As text: as far as both go, the digits are neither before the first nor behind the last.
    const isWithin = (digits >= from || from.startsWith(digits)) && (digits <= to || digits.startsWith(to));
    if (isWithin) return digits.length < from.length ? 0 : from.length;
  }
  return undefined;
}
