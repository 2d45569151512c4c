import { toPlainText } from './text.js';

export interface Expiry {
  readonly month: number;
  readonly year: number;
}

export type CardExpiryProblem = `card_expiry_${'required' | 'invalid' | 'month' | 'past' | 'far'}`;

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const CARD_LIFETIME_YEARS = 20;

/** Accepted formats, after all separators have become one space. No text matches two of them with a valid month. */
const FORMATS = [
  /^(?<month>\d\d?) (?<year>\d\d|\d{4})$/, // 1/30, 12/30, 12/2030
  /^(?!20\d\d$)(?<month>\d\d)(?<year>\d\d|\d{4})$/, // 1230, 122030; 2030 is a year without a month
  /^(?!0[1-9]|1[0-2])(?<month>\d)(?<year>\d\d|20\d\d)$/, // 530, 52030; not 123, which begins with a month
  /^(?<year>20\d\d) (?<month>\d\d?)( (0?[1-9]|[12]\d|3[01]))?$/, // 2030-12, 2030-12-31
  /^(?<year>20\d\d)(?<month>\d\d)$/, // 203012
  /^(?<year>1[3-9]|[2-9]\d) (?<month>\d\d)$/, // 30/12
  /^(?<month>\d\d?) (1[3-9]|2\d|3[01]) (?<year>20\d\d)$/, // 12/31/2030; not 01/02/2030, whose month is either
  /^(1[3-9]|2\d|3[01]) (?<month>\d\d?) (?<year>20\d\d)$/, // 31/12/2030; not 31/12/30, which may be of 2031
  /^(?<month>[^\d ]{3,}) ?(?<year>\d\d|\d{4})$/, // Dec 30, Dec 2030; not 30 Dec, which may be a day
];

/** Texts that are formatted while typing. Others stay until the field is left: more digits may follow. */
const MONTH_FIRST = /^(0[1-9]|1[0-2]) ?(\d{1,4})$/;

/** Two-digit years are 20xx. `30/12` can only be December. */
export function parseExpiry(text: string): Expiry | undefined {
  return parseAll(text).find(({ month }) => month >= 1 && month <= 12);
}

/** Text that does not begin with a month stays, also `12 /`: the slash could not be deleted otherwise. */
export function formatExpiry(text: string): string {
  const plain = spaced(text);
  if (MONTH_FIRST.test(plain)) return plain.replace(MONTH_FIRST, '$1 / $2');
  return text.replace(/^(0[1-9]|1[0-2])\/$/, '$1 / ');
}

/** Formats the text of a field that nobody types into: more digits could change the date. */
export function tidyExpiry(text: string): string {
  const { month = 0, year = 0 } = parseExpiry(text) ?? {};
  const isThisCentury = /^20../.test(String(year)); // else two digits would be another year
  return formatExpiry(isThisCentury ? String(month * 100 + (year % 100)).padStart(4, '0') : text);
}

/** A card is valid through the last day of its month, which ends last at UTC−12. */
export function checkExpiry(text: string, now: number = Date.now()): CardExpiryProblem | undefined {
  if (spaced(text).trim() === '') return 'card_expiry_required';
  const expiry = parseExpiry(text);
  if (!expiry) return parseAll(text).length > 0 ? 'card_expiry_month' : 'card_expiry_invalid';
  const endsEverywhere = Date.UTC(expiry.year, expiry.month, 1, 12); // months count from 0, so this is the next one
  if (endsEverywhere <= now) return 'card_expiry_past';
  return expiry.year > new Date(now).getUTCFullYear() + CARD_LIFETIME_YEARS ? 'card_expiry_far' : undefined;
}

/** Words before the date, such as `Valid thru`, up to a month's name. */
const LABEL = new RegExp(
  `^(?:(?!(?:${MONTHS.map((name) => name.slice(0, 3)).join('|')})\\p{L}* ?\\d)\\p{L}+ ?)+`,
  'iu',
);

/** Returns month and year by every matching format. The month may be invalid: 13, or 0 for an unknown name. */
function parseAll(text: string): Expiry[] {
  const plain = spaced(text).trim();
  const unlabelled = /^\p{L}[\p{L} ]/u.test(plain) ? plain.replace(LABEL, '') : plain;
  return [...parse(plain), ...(unlabelled === plain ? [] : parse(unlabelled))];
}

function parse(plain: string): Expiry[] {
  return FORMATS.flatMap((format) => {
    const { month, year } = format.exec(plain)?.groups ?? {};
    if (!month || !year) return [];
    return { month: Number(month) || monthOf(month), year: Number(year) + (year.length === 2 ? 2000 : 0) };
  });
}

function monthOf(letters: string): number {
  const start = letters.toLowerCase();
  return MONTHS.findIndex((name) => name.startsWith(start)) + 1;
}

/** Returns digits and letters, with one space for each run of other characters and of ー, typed as a dash in Japan. */
function spaced(text: string): string {
  if (/^[\d /]*$/.test(text)) return text.replace(/[ /]+/g, ' '); // nearly always: Unicode classes take long to compile
  const visible = toPlainText(text).replace(/\p{Cf}/gu, '');
  return visible.replace(/([^\d\p{L}]|\u30fc)+/gu, ' ');
}
