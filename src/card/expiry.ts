import { toPlainText } from '../contract/plain-text.js';

/** Month and year as they are sent: `{ month: 12, year: 2030 }`. */
export interface Expiry {
  /** 1 to 12. */
  readonly month: number;
  /** With all its digits. */
  readonly year: number;
}

export type CardExpiryProblem = `card_expiry_${'required' | 'invalid' | 'month' | 'past' | 'far'}`;

const CARD_LIFETIME_YEARS = 20;

/**
 * What is read, any separators being one space by then. No text fits two of these with a month that exists.
 * Three digits fit none: `230` may be 2/30, or 12/30 with its first digit lost, and a wrong guess would be sent.
 */
const SPELLINGS = [
  /^(?<month>\d\d?) (?<year>\d\d|\d{4})$/, // 1/30, 12/30, 12/2030
  /^(?!20\d\d$)(?<month>\d\d)(?<year>\d\d|\d{4})$/, // 1230, 122030; but 2030 is a year that still has no month
  /^(?<year>20\d\d) (?<month>\d\d?)$/, // 2030-12
  /^(?<year>20\d\d)(?<month>\d\d)$/, // 203012
  /^(?<year>1[3-9]|[2-9]\d) (?<month>\d\d)$/, // 30/12
];

/** What is regrouped while it is typed. A month of one digit is not: who types `1/30` sees it as typed. */
const MONTH_FIRST = /^(0[1-9]|1[0-2]) ?(\d{1,4})$/;
const YEAR_FIRST = /^(?:20(?=\d\d ?\d\d$)|(?=1[3-9] |[2-9]\d ))(\d\d) ?(0[1-9]|1[0-2])$/;

/**
 * Reads `12/30`, `1/30`, `1230`, `12/2030`, `122030`, `2030-12`, `203012`, and `30/12`, which can only be December:
 * in the digits of any script, with any separators. Two-digit years are this century's.
 */
export function parseExpiry(text: string): Expiry | undefined {
  return readings(text).find(({ month }) => month >= 1 && month <= 12);
}

/**
 * Shows the date as `MM / YY` as soon as the text can be nothing else: `123` becomes `12 / 3`. Where the year came
 * first it gets all its digits, `12 / 2030`, so that one more key makes it wrong rather than another year. Anything
 * else stays as typed; so does `12 /`, or the slash could never be deleted.
 */
export function formatExpiry(text: string): string {
  const plain = spaced(text);
  if (MONTH_FIRST.test(plain)) return plain.replace(MONTH_FIRST, '$1 / $2');
  if (YEAR_FIRST.test(plain)) return plain.replace(YEAR_FIRST, '$2 / 20$1');
  return text.replace(/^(0[1-9]|1[0-2])\/$/, '$1 / ');
}

/**
 * What is wrong with an expiry date, if anything. A card is good through the last day of its month, and that day
 * ends last at UTC−12: only then is it past for every shopper on earth.
 * @param now - milliseconds since the epoch
 */
export function checkExpiry(text: string, now: number = Date.now()): CardExpiryProblem | undefined {
  if (spaced(text).trim() === '') return 'card_expiry_required';
  const expiry = parseExpiry(text);
  if (!expiry) return readings(text).length > 0 ? 'card_expiry_month' : 'card_expiry_invalid';
  const endsEverywhere = Date.UTC(expiry.year, expiry.month, 1, 12); // JavaScript months count from 0: this is the next one
  if (endsEverywhere <= now) return 'card_expiry_past';
  return expiry.year > new Date(now).getUTCFullYear() + CARD_LIFETIME_YEARS ? 'card_expiry_far' : undefined;
}

/** Month and year of every spelling that the text fits, whether there is such a month or not. */
function readings(text: string): Expiry[] {
  const plain = spaced(text).trim();
  return SPELLINGS.flatMap((spelling) => {
    const { month, year } = spelling.exec(plain)?.groups ?? {};
    return month && year ? { month: Number(month), year: Number(year) + (year.length === 2 ? 2000 : 0) } : [];
  });
}

/** Plain digits and letters, with one space for each run of anything else and of ー, the dash of Japanese keyboards. */
function spaced(text: string): string {
  const visible = toPlainText(text).replace(/\p{Cf}/gu, '');
  return visible.replace(/([^\d\p{L}]|\u30fc)+/gu, ' ');
}
