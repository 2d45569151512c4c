import { toPlainText } from '../contract/plain-text.js';
import {
  currencyExponent,
  isAmount,
  joinParts,
  MAX_AMOUNT,
  moneyParts,
  type CurrencyExponents,
} from '../contract/currency.js';

/** What can be wrong with an amount that the shopper types. */
export type AmountProblem =
  | 'amount_required'
  | 'amount_invalid'
  | 'amount_ambiguous'
  | 'amount_decimals'
  | 'amount_too_small'
  | 'amount_too_large';

/** What an amount is read against. */
export interface AmountRules {
  /** ISO 4217 code in capitals; must be a known one. */
  readonly currency: string;
  /** BCP 47 tag; decides between readings, never alone. */
  readonly locale: string;
  /** The service's own exponents, where they are not those of ISO 4217. */
  readonly exponents?: CurrencyExponents | undefined;
  /** Smallest amount, in minor units; 1 if left out. */
  readonly min?: number | undefined;
  /** Largest amount, in minor units; {@link MAX_AMOUNT} if left out. */
  readonly max?: number | undefined;
}

interface Conventions {
  readonly marks: readonly Intl.NumberFormatPart[];
  /** Finds the number between symbols or codes of the currency, where there is no other letter. */
  readonly pattern: RegExp;
}

const conventions = new Map<string, Conventions>();

const INVISIBLE = /\p{Cf}/gu; // such as the direction marks around a symbol
const SPACES_AND_APOSTROPHES = /[\s'‘’ʻʼ٬]+/g; // they group digits everywhere, and so does the Arabic thousands mark
const UNGROUPED = /^(?=.?\d)(?<whole>\d*)(?:[.,٫](?<fraction>\d*))?$/;
/** Groups of two are Indian: 12,34,567.89 */
const GROUPED = /^(?<whole>[1-9]\d{0,2}(?<mark>[ .,])(?:\d{2,3}\k<mark>)*\d{3})(?:(?!\k<mark>)[.,٫](?<fraction>\d*))?$/;
const INTERNATIONAL = 'en-001'; // has both US$ and $

/** The amount in minor units, if there is nothing wrong with the text: `1,234.5` EUR is `123450`. */
export function parseAmount(text: string, rules: AmountRules): number | undefined {
  const amount = readAmount(text, rules);
  return typeof amount === 'number' ? amount : undefined;
}

/** What is wrong with an amount, if anything. Text that can mean two amounts is reported, never guessed at. */
export function checkAmount(text: string, rules: AmountRules): AmountProblem | undefined {
  const amount = readAmount(text, rules);
  return typeof amount === 'string' ? amount : undefined;
}

/**
 * An amount as text to edit: digits and separators of the locale, without the currency, with all its decimals.
 * @param amount - minor units
 */
export function formatAmount(amount: number, { currency, locale, exponents }: AmountRules): string {
  const parts = moneyParts(amount, currency, locale, exponents);
  return joinParts(parts.filter(({ type }) => type !== 'currency' && type !== 'literal'));
}

/** An amount that can be paid, as text to edit: 25 units of the currency, or what comes nearest within the limits. */
export function exampleAmount(rules: AmountRules): string {
  const { currency, exponents, min = 1, max = MAX_AMOUNT } = rules;
  const amount = 25 * 10 ** (currencyExponent(currency, exponents) ?? 2);
  return formatAmount(Math.min(Math.max(amount, min), max), rules);
}

function readAmount(text: string, rules: AmountRules): number | AmountProblem {
  const exponent = currencyExponent(rules.currency, rules.exponents) ?? 2;
  const number = readNumber(text, exponent, rules);
  if (typeof number === 'string') return number;
  const fraction = number.groups?.['fraction']?.replace(/0+$/, '') ?? '';
  if (fraction.length > exponent) return 'amount_decimals';
  const digits = `${number.groups?.['whole']}${fraction.padEnd(exponent, '0')}`.replace(/\D/g, '');
  const amount = Number(digits); // a whole number: no float is ever involved
  if (amount < Math.max(1, rules.min ?? 1)) return 'amount_too_small';
  return isAmount(amount) && amount <= (rules.max ?? MAX_AMOUNT) ? amount : 'amount_too_large';
}

function readNumber(typed: string, exponent: number, rules: AmountRules): RegExpExecArray | AmountProblem {
  const { marks, pattern } = conventionsOf(rules);
  const text = pattern.exec(toPlainLine(typed))?.[1]?.trim();
  if (text === '') return 'amount_required';
  if (text === undefined || /\p{No}/u.test(typed)) return 'amount_invalid'; // 19⁹⁹ must not become 1999
  const number = marks.reduce(replaceRareMark, text);
  const grouped = GROUPED.exec(number);
  const ungrouped = UNGROUPED.exec(number);
  // 1.234 can be both. Without three decimals only the group is possible; else the decimals take less money.
  const [expected, reading] = exponent < 3 ? ['group', grouped] : ['decimal', ungrouped];
  const isExpected = marks.some(({ type, value }) => type === expected && number.includes(value));
  if (grouped && ungrouped && !isExpected) return 'amount_ambiguous';
  return reading ?? grouped ?? ungrouped ?? 'amount_invalid';
}

/** Marks that few locales have (Cape Verde writes 20$00) become those that are understood everywhere. */
function replaceRareMark(text: string, { type, value }: Intl.NumberFormatPart): string {
  return /[.,]/.test(value) ? text : text.replaceAll(value, type === 'group' ? ' ' : '٫');
}

/** How a locale writes amounts: its marks, and what stands around a number. Kept, as `Intl` is slow to start. */
function conventionsOf({ locale, currency }: AmountRules): Conventions {
  const key = `${locale} ${currency}`;
  const known = conventions.get(key) ?? findConventions(locale, currency);
  conventions.set(key, known);
  return known;
}

function findConventions(locale: string, currency: string): Conventions {
  const moneyIn = (language: string) =>
    (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
      partsOf(language, { style: 'currency', currency, currencyDisplay }),
    );
  const money = moneyIn(locale);
  const symbols = [...money, ...moneyIn(INTERNATIONAL)]
    .filter(({ type }) => type === 'currency')
    .map(({ value }) => toPlainLine(value));
  // One letter in lower case is left out: 25k may be 25 kyat or 25 thousand.
  const lower = symbols.filter((symbol) => symbol.length > 1).map((symbol) => symbol.toLowerCase());
  // The code goes first, as it abbreviates nothing: EUR.50 is half a euro.
  // Before the code, which they begin with: GHS. in Wolof, AUD$ in Tongan.
  const longer = symbols.filter((symbol) => symbol.startsWith(currency));
  const patterns = [...longer, currency, currency.toLowerCase(), ...symbols, ...lower].map((text) =>
    text.toUpperCase() === currency ? text : toPattern(text),
  );
  const any = patterns.join('|');
  return {
    marks: [...partsOf(locale), ...money].filter(({ type }) => type === 'group' || type === 'decimal'),
    pattern: new RegExp(`^(?:${any})?(\\P{L}*?)(?:${any})?$`, 'u'),
  };
}

/** An abbreviation may end in a dot, which is no decimal mark then: `Rs.500` */
function toPattern(symbol: string): string {
  const pattern = symbol.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(' ', ' ?');
  return /[\p{L}\p{M}/]$/u.test(symbol) ? `${pattern}\\.?` : pattern;
}

function toPlainLine(text: string): string {
  return toPlainText(text).replace(INVISIBLE, '').replace(SPACES_AND_APOSTROPHES, ' ').trim();
}

/** A number with all the marks that there are, in its parts. */
function partsOf(locale: string, options?: Intl.NumberFormatOptions): Intl.NumberFormatPart[] {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 1, ...options }).formatToParts(12_345_678);
}
