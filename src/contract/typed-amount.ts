import { toPlainText } from './text.js';
import { isAmount, MAX_AMOUNT } from './amount.js';
import { currencyExponent, joinParts, moneyParts, type CurrencyExponents } from './currency.js';

export type AmountProblem = `amount_${'required' | 'invalid' | 'ambiguous' | 'decimals' | 'too_small' | 'too_large'}`;

export interface AmountRules {
  readonly currency: string;
  /** Decides how to read an ambiguous text. */
  readonly locale: string;
  /** Decimals that differ from ISO 4217. */
  readonly exponents?: CurrencyExponents | undefined;
  /** In minor units. Default: 1. */
  readonly min?: number | undefined;
  /** In minor units. Default: {@link MAX_AMOUNT}. */
  readonly max?: number | undefined;
}

interface Conventions {
  readonly separators: readonly Intl.NumberFormatPart[];
  /** Captures the number before or after the currency. Does not match other letters. */
  readonly pattern: RegExp;
}

const conventions = new Map<string, Conventions>();

const INVISIBLE = /\p{Cf}/gu; // such as direction marks around a symbol
const SPACES_AND_APOSTROPHES = /[\s'‘’ʻʼ٬]+/g; // group digits in every locale; the last one is the Arabic thousands separator
const UNGROUPED = /^(?=.?\d)(?<whole>\d*)(?:[.,٫](?<fraction>\d*))?$/;
/** Digits in groups of three, or in Indian groups of two: 12,34,567.89 */
const GROUPED =
  /^(?<whole>[1-9]\d{0,2}(?<separator>[ .,])(?:\d{2,3}\k<separator>)*\d{3})(?:(?!\k<separator>)[.,٫](?<fraction>\d*))?$/;
/** Signs in place of the decimals: 25,- 25.– 25:- 25/- 25,=. Without the separator, a sign may be a minus. */
const NO_DECIMALS = / ?[.,:/٫] ?(?:\p{Pd}|[−=]){1,3}$/u;
const INTERNATIONAL = 'en-001'; // has both US$ and $

/** How people write currencies, beside what `Intl` knows. */
const SIGNS: Readonly<Record<string, string>> = {
  AED: 'Dhs',
  BGN: 'лв',
  BYN: 'руб р',
  CHF: 'Fr SFr',
  CNY: '元 圆 RMB',
  EUR: 'Euro',
  HKD: '元 圓',
  ILS: 'NIS',
  INR: 'Rs',
  JPY: '円',
  KES: 'KSh',
  KRW: '원',
  KZT: 'тг',
  MOP: '元 圓',
  RUB: 'руб р',
  THB: 'บาท',
  TRY: 'TL',
  TWD: '元 圓',
  TZS: 'TSh',
  UAH: 'грн',
  UGX: 'USh',
  VND: 'đ',
};

/** A letter that may mean a thousand, a million or more behind a number: 25K, but not K25. */
const MULTIPLIER = /^[KMBT]$/;

export function parseAmount(text: string, rules: AmountRules): number | undefined {
  const amount = readAmount(text, rules);
  return typeof amount === 'number' ? amount : undefined;
}

export function checkAmount(text: string, rules: AmountRules): AmountProblem | undefined {
  const amount = readAmount(text, rules);
  return typeof amount === 'string' ? amount : undefined;
}

/** Formats with the locale's digits and separators and all decimals, without the currency. */
export function formatAmount(amount: number, { currency, locale, exponents }: AmountRules): string {
  const parts = moneyParts(amount, currency, locale, exponents);
  return joinParts(parts.filter(({ type }) => type !== 'currency' && type !== 'literal'));
}

/** An example for editing: 25 units of the currency, or the nearest amount within the limits. */
export function exampleAmount(rules: AmountRules): string {
  const { currency, exponents, min = 1, max = MAX_AMOUNT } = rules;
  const amount = 25 * 10 ** (currencyExponent(currency, exponents) ?? 2);
  return formatAmount(Math.min(Math.max(amount, min), max), rules);
}

function readAmount(text: string, rules: AmountRules): number | AmountProblem {
  const exponent = currencyExponent(rules.currency, rules.exponents) ?? 2;
  const number = readNumber(text, exponent, rules);
  if (typeof number === 'string') return number;
  const fraction = number.groups?.['fraction'] ?? '';
  if (/[1-9]/.test(fraction.slice(exponent))) return 'amount_decimals';
  const digits = `${number.groups?.['whole']}${fraction.slice(0, exponent).padEnd(exponent, '0')}`.replace(/\D/g, '');
  const amount = Number(digits); // an integer, so that nothing is rounded
  if (amount < Math.max(1, rules.min ?? 1)) return 'amount_too_small';
  return isAmount(amount) && amount <= (rules.max ?? MAX_AMOUNT) ? amount : 'amount_too_large';
}

function readNumber(typed: string, exponent: number, rules: AmountRules): RegExpExecArray | AmountProblem {
  const { separators, pattern } = conventionsOf(rules);
  const text = pattern.exec(toPlainLine(typed))?.[1]?.trim();
  if (text === '') return 'amount_required';
  if (text === undefined || /\p{No}/u.test(typed)) return 'amount_invalid'; // 19⁹⁹ must not become 1999
  const marked = separators.reduce(replaceRareSeparator, text);
  const number = marked.replace(NO_DECIMALS, '');
  const grouped = GROUPED.exec(number);
  const ungrouped = UNGROUPED.exec(number);
  if (number !== marked) return [grouped, ungrouped].find(isWhole) ?? 'amount_invalid';
  // 1.234 is ambiguous. With fewer than three decimals only the group is possible; otherwise decimals charge less.
  const [expected, preferred] = exponent < 3 ? ['group', grouped] : ['decimal', ungrouped];
  const isExpected = separators.some(({ type, value }) => type === expected && number.includes(value));
  if (grouped && ungrouped && !isExpected) return 'amount_ambiguous';
  return preferred ?? grouped ?? ungrouped ?? 'amount_invalid';
}

function isWhole(number: RegExpExecArray | null): number is RegExpExecArray {
  return number !== null && number.groups?.['fraction'] === undefined;
}

/** Normalizes separators that few locales use: Cape Verde writes 20$00. */
function replaceRareSeparator(text: string, { type, value }: Intl.NumberFormatPart): string {
  return /[.,]/.test(value) ? text : text.replaceAll(value, type === 'group' ? ' ' : '٫');
}

function conventionsOf({ locale, currency }: AmountRules): Conventions {
  const key = `${locale} ${currency}`;
  const known = conventions.get(key) ?? findConventions(locale, currency);
  conventions.set(key, known);
  return known;
}

function findConventions(locale: string, currency: string): Conventions {
  const moneyIn = (language: string) =>
    (['symbol', 'narrowSymbol', 'name'] as const).flatMap((currencyDisplay) =>
      partsOf(language, { style: 'currency', currency, currencyDisplay }),
    );
  const money = moneyIn(locale);
  const known = [...money, ...moneyIn(INTERNATIONAL)].filter(({ type }) => type === 'currency');
  const signs = SIGNS[currency]?.split(' ') ?? [];
  const names = known.map(({ value }) => toPlainLine(value));
  const symbols = [...names, ...names.map((name) => name.slice(name.lastIndexOf(' ') + 1)), ...signs]; // also `dollars` of `US dollars`
  // A single letter keeps its case: 25k may be 25 kyat or 25 thousand.
  const long = symbols.filter((symbol) => symbol.length > 1);
  const cases = long.flatMap((symbol) => [symbol.toLowerCase(), symbol.toUpperCase(), toTitle(symbol)]);
  // Longest first: GHS. (Wolof) and AUD$ (Tongan) start with the code. The code takes no abbreviation dot: EUR.50 is half
  // a euro.
  const longer = symbols.filter((symbol) => symbol.startsWith(currency));
  const all = [...longer, currency, currency.toLowerCase(), ...symbols, ...cases];
  const anyOf = (texts: readonly string[]) =>
    texts.map((text) => (text.toUpperCase() === currency ? text : toPattern(text))).join('|');
  return {
    separators: [...partsOf(locale), ...money].filter(({ type }) => type === 'group' || type === 'decimal'),
    pattern: new RegExp(
      `^(?:${anyOf(all)})?(\\P{L}*?)(?:${anyOf(all.filter((text) => !MULTIPLIER.test(text)))})?$`,
      'u',
    ),
  };
}

function toTitle(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}

/** The dot of an abbreviation is not a decimal separator: `Rs.500` */
function toPattern(symbol: string): string {
  const pattern = symbol.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(' ', ' ?');
  return /[\p{L}\p{M}/]$/u.test(symbol) ? `${pattern}\\.?` : pattern;
}

function toPlainLine(text: string): string {
  return toPlainText(text).replace(INVISIBLE, '').replace(SPACES_AND_APOSTROPHES, ' ').trim();
}

function partsOf(locale: string, options?: Intl.NumberFormatOptions): Intl.NumberFormatPart[] {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 1, ...options }).formatToParts(12_345_678);
}
