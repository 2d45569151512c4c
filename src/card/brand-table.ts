/** What the form knows about a card's network from the digits typed so far. */
export interface CardBrand {
  /** Identifier such as `visa` or `american-express`. */
  readonly id: string;
  /** Name as people know it: `Visa`, `American Express`. */
  readonly name: string;
  /** Number of digits of the security code. */
  readonly cvcLength: number;
}

/** How its cards are numbered, besides. */
export interface NumberedBrand extends CardBrand {
  /** How the numbers begin: first and last of each range, of one length. Where several fit, the first one counts. */
  readonly ranges: readonly (readonly [from: string, to: string])[];
  /** Numbers of digits. */
  readonly lengths: readonly number[];
  /** How many digits stand before each space. */
  readonly gaps: readonly number[];
}

/** A brand as the tables write it, without what most brands share. */
export type BrandRow = readonly [
  name: string,
  /** `34 37`; of a range the last digits follow: `3528-89`. */
  prefixes: string,
  lengths?: readonly number[],
  gaps?: readonly number[],
  cvcLength?: number,
];

/**
 * What `credit-card-type` knows, in half its bytes: the brands of the world here, those of a region in
 * `regional-brands.ts`. `brand-table.test.ts` holds the two together: where a new version of the library differs, that
 * test says what to change here.
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

let rows = ROWS;
let brands: readonly NumberedBrand[] | undefined;

/** All brands that are known by now. */
export function knownBrands(): readonly NumberedBrand[] {
  return (brands ??= rows.map(toBrand)); // made when a number is typed, and not before the form is drawn
}

/** Has more brands known from now on, in every form of the page. */
export function learnBrands(more: readonly BrandRow[]): void {
  rows = [...more, ...ROWS]; // where both fit as well, the closer one
  brands = undefined;
}

function toBrand([name, prefixes, lengths = [16], gaps = [4, 8, 12], cvcLength = 3]: BrandRow): NumberedBrand {
  const id = name.toLowerCase().replace(' ', '-');
  return { id, name, ranges: prefixes.split(' ').map(toRange), lengths, gaps, cvcLength };
}

function toRange(prefix: string): [from: string, to: string] {
  const [from = '', end = ''] = prefix.split('-');
  return [from, from.slice(0, from.length - end.length) + end];
}
