/** A card network, as recognized from the digits typed so far. */
export interface CardBrand {
  /** A name such as `visa` or `american-express`. */
  readonly id: string;
  /** Display name, such as `American Express`. */
  readonly name: string;
  readonly cvcLength: number;
  /** Whether the shop accepts a network with such numbers whose cards may have no security code. */
  readonly isCvcOptional?: boolean;
}

/** Prefix ranges; both ends have the same length. The first match counts. */
export type Ranges = readonly (readonly [from: string, to: string])[];

interface BrandRules extends CardBrand {
  readonly ranges: Ranges;
  readonly lengths: readonly number[];
  /** Numbers of digits before each space. */
  readonly gaps: readonly number[];
}

/** A row of a brand table. Omitted columns have the values of most brands. */
export type BrandRow = readonly [
  name: string,
  /** A list such as `34 37`, or with a range `3528-89`, which is 3528 to 3589. */
  prefixes: string,
  lengths?: readonly number[],
  gaps?: readonly number[],
  cvcLength?: number,
];

/**
 * The international brands of `credit-card-type`, in half its bytes; the others are in `regional-brands.ts`.
 * `brands.test.ts` compares both tables with the library and shows what to change after an update.
 */
const ROWS: readonly BrandRow[] = [
  ['Visa', '4', [16, 18, 19]],
  ['Mastercard', '51-5 2221-9 223-9 23-6 270-1 2720'],
  ['American Express', '34 37', [15], [4, 10], 4],
  ['Diners Club', '300-5 36 38 39', [14, 16, 19], [4, 10]],
  ['Discover', '6011 644-9 65', [16, 19]],
  ['JCB', '2131 1800 3528-89', [16, 17, 18, 19]],
  [
    'UnionPay',
    '620 62100-82 62184-7 62185-97 62200-5 622010-999 622018 62207-9 623-6 6270 6272 6276 627700-79 627781-99 ' +
      '6282-9 6291 6292 810 8110-31 8132-51 8152-63 8164-71',
    [14, 15, 16, 17, 18, 19],
  ],
  ['Maestro', '493698 500000-4174 504176-6698 506779-8999 56-9 63 67 6', [12, 13, 14, 15, 16, 17, 18, 19]],
];

/** Starts that numbers of regional brands have, and few others. */
const REGIONAL_STARTS = /^(220|4(011|029|312|389|514|57[36])|50|5275|589|6|979)/;

let rows = ROWS;
let brands: readonly BrandRules[] | undefined;

export function knownBrands(): readonly BrandRules[] {
  return (brands ??= rows.map(toBrand)); // built when the shopper types, not at startup
}

export function mayBeRegional(digits: string): boolean {
  return REGIONAL_STARTS.test(digits);
}

/** Adds brands for all forms of the page. */
export function addBrands(more: readonly BrandRow[]): void {
  rows = [...more, ...ROWS]; // a regional brand wins if both match equally
  brands = undefined;
}

function toBrand([name, prefixes, lengths = [16], gaps = [4, 8, 12], cvcLength = 3]: BrandRow): BrandRules {
  const id = name.toLowerCase().replace(' ', '-');
  return { id, name, ranges: toRanges(prefixes), lengths, gaps, cvcLength };
}

export function toRanges(prefixes = ''): Ranges {
  return prefixes ? prefixes.split(' ').map(toRange) : [];
}

function toRange(prefix: string): [from: string, to: string] {
  const [from = '', end = ''] = prefix.split('-');
  return [from, from.slice(0, from.length - end.length) + end];
}

/** Returns `undefined` while several brands are possible; once all prefixes are complete, the longest wins. */
export function findBrand(digits: string): BrandRules | undefined {
  if (!digits) return undefined; // does not build the table for an empty form
  let best: BrandRules | undefined;
  let longest = -1;
  let matches = 0;
  let isSettled = true;
  for (const brand of knownBrands()) {
    const prefix = startsWithin(digits, brand.ranges);
    if (prefix === undefined) continue;
    matches++;
    isSettled &&= prefix > 0;
    if (prefix > longest) [best, longest] = [brand, prefix];
  }
  // In the table any other number that starts with 6 is Maestro, but RuPay and others are not.
  const isGuess = best?.id === 'maestro' && longest === 1;
  return (isSettled || matches === 1) && !isGuess ? best : undefined;
}

/** Returns the length of the first matching prefix; 0 if the digits are shorter, `undefined` if none matches. */
export function startsWithin(digits: string, ranges: Ranges): number | undefined {
  for (const [from, to] of ranges) {
    const isWithin = (digits >= from || from.startsWith(digits)) && (digits <= to || digits.startsWith(to));
    if (isWithin) return digits.length < from.length ? 0 : from.length;
  }
  return undefined;
}
