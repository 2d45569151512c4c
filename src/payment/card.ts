import luhn10 from 'card-validator/dist/luhn-10.js';
import { cardNumber } from 'card-validator/dist/card-number.js';
import creditCardType from 'credit-card-type';

/** What the form knows about a card's network from the digits typed so far. */
export interface CardBrand {
  /** Identifier such as `visa` or `american-express`. */
  readonly id: string;
  /** Name as people know it: `Visa`, `American Express`. */
  readonly name: string;
  /** Number of digits of the security code. */
  readonly cvcLength: number;
}

/** Month and year as they are sent: `{ month: 12, year: 2030 }`. */
export interface Expiry {
  readonly month: number;
  readonly year: number;
}

export type CardNumberProblem =
  'card_number_required' | 'card_number_letters' | 'card_number_incomplete' | 'card_number_invalid';
export type CardExpiryProblem = 'card_expiry_required' | 'card_expiry_invalid' | 'card_expiry_past' | 'card_expiry_far';
export type CardCvcProblem = `card_cvc_${'required' | 'invalid'}${'' | '_4'}`;
export type CardholderNameProblem = 'cardholder_name_required' | 'cardholder_name_invalid';

const DEFAULT_GAPS = [4, 8, 12, 16];
const SHORTEST_PAN = 12;
const LONGEST_PAN = 19; // ISO/IEC 7812-1
const SEPARATORS = /[\s\p{Dash}\p{Cf}]/gu; // spaces, every dash, and the invisible marks that pasted text carries
const CARD_LIFETIME_YEARS = 20;

/** The PAN as digits only; anything that is neither digit nor separator stays, so that it can be reported. */
export function normalizePan(text: string): string {
  return text.normalize('NFKC').replace(SEPARATORS, '');
}

/** The one brand that the digits so far can still belong to, if they settle it. */
export function cardBrand(text: string): CardBrand | undefined {
  const type = onlyType(normalizePan(text));
  return type && { id: type.type, name: type.niceType, cvcLength: type.code.size };
}

/** Groups the digits as they are printed on the card: 4-4-4-4, for Amex 4-6-5. Leaves text with a letter alone. */
export function formatPan(text: string): string {
  const pan = normalizePan(text);
  if (!/^\d+$/.test(pan)) return text;
  const gaps = onlyType(pan)?.gaps ?? DEFAULT_GAPS;
  return pan.replace(/\d/g, (digit, index: number) => (gaps.includes(index) ? ` ${digit}` : digit));
}

/**
 * What is wrong with a card number, if anything. A brand that nobody here knows is accepted when its check digit
 * is right: the brand table is for icons and grouping, the service decides what it takes.
 */
export function checkPan(text: string): CardNumberProblem | undefined {
  const pan = normalizePan(text);
  if (pan === '') return 'card_number_required';
  if (!/^\d+$/.test(pan)) return 'card_number_letters';
  const { length } = pan;
  const known = cardNumber(pan);
  if (known.isValid) return undefined;
  if (!known.card && length >= SHORTEST_PAN && length <= LONGEST_PAN && luhn10(pan)) return undefined;
  const tooShort = known.card ? length < Math.min(...known.card.lengths) : length < SHORTEST_PAN;
  return tooShort ? 'card_number_incomplete' : 'card_number_invalid';
}

/** Reads `12/30`, `1/30`, `1230`, `12/2030`, `12-30`. Two-digit years are this century's. */
export function parseExpiry(text: string): Expiry | undefined {
  const match = /^(\d{1,2})\D+(\d{2}|\d{4})$|^(\d{2})(\d{2}|\d{4})$/.exec(text.normalize('NFKC').trim());
  if (!match) return undefined;
  const month = Number(match[1] ?? match[3]);
  const year = Number(match[2] ?? match[4]);
  if (month < 1 || month > 12) return undefined;
  return { month, year: year < 100 ? 2000 + year : year };
}

/** Puts the slash in as one types, once there is a year: `123` becomes `12 / 3`. Anything else stays as typed. */
export function formatExpiry(text: string): string {
  return text.replace(/^(0[1-9]|1[0-2])[\s/]*(\d{1,4})$/, '$1 / $2');
}

/**
 * What is wrong with an expiry date, if anything. A card is good through the last day of its month, and that day
 * ends last at UTC−12: only then is it past for every shopper on earth.
 * @param now - milliseconds since the epoch
 */
export function checkExpiry(text: string, now: number = Date.now()): CardExpiryProblem | undefined {
  if (text.trim() === '') return 'card_expiry_required';
  const expiry = parseExpiry(text);
  if (!expiry) return 'card_expiry_invalid';
  const endsEverywhere = Date.UTC(expiry.year, expiry.month, 1, 12); // JavaScript months count from 0: this is the next one
  if (endsEverywhere <= now) return 'card_expiry_past';
  return expiry.year > new Date(now).getUTCFullYear() + CARD_LIFETIME_YEARS ? 'card_expiry_far' : undefined;
}

/** What is wrong with a security code, if anything. Its length follows the brand; 3 or 4 while that is unknown. */
export function checkCvc(text: string, brand: CardBrand | undefined): CardCvcProblem | undefined {
  const cvc = normalizeCvc(text);
  const wanted = brand?.cvcLength === 4 ? '_4' : '';
  if (cvc === '') return `card_cvc_required${wanted}`;
  const fits = /^\d{3,4}$/.test(cvc) && (!brand || cvc.length === brand.cvcLength);
  return fits ? undefined : `card_cvc_invalid${wanted}`;
}

/** The security code as digits only. */
export function normalizeCvc(text: string): string {
  return text.normalize('NFKC').replace(SEPARATORS, '');
}

/** What is wrong with a cardholder's name, if anything. Any script is fine; a card number is not a name. */
export function checkCardholderName(text: string): CardholderNameProblem | undefined {
  const name = text.trim();
  if (name === '') return 'cardholder_name_required';
  return name.length > 255 || !/\p{L}/u.test(name) ? 'cardholder_name_invalid' : undefined;
}

function onlyType(pan: string): ReturnType<typeof creditCardType>[number] | undefined {
  const types = pan === '' ? [] : creditCardType(pan);
  return types.length === 1 ? types[0] : undefined;
}
