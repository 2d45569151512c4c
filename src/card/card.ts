import type { CardBrand } from './brand-table.js';
import { findBrand } from './brand.js';
import { toPlainText } from '../contract/plain-text.js';
import { isLuhn } from './luhn.js';

export type { CardBrand } from './brand-table.js';

export type CardNumberProblem = `card_number_${'required' | 'letters' | 'incomplete' | 'long' | 'invalid'}`;
/** What a shopper may want to look at again, but what keeps no payment from being made. */
export type CardNumberWarning = 'card_number_unusual' | 'card_number_test';
export type CardCvcProblem = `card_cvc_${'required' | 'invalid'}${'' | '_4'}`;
export type CardholderNameProblem = `cardholder_name_${'required' | 'invalid' | 'long'}`;

const GROUPS_OF_FOUR = [4, 8, 12, 16];
const LONGEST_WITH_OWN_GROUPS = 15; // digits; Amex has 15, the older Diners cards 14
const ANY_LENGTH = [12, 13, 14, 15, 16, 17, 18, 19]; // digits; ISO/IEC 7812-1 ends at 19
/** Lengths that the brand table leaves out, but old cards and test cards have: Visa 13, JCB 15, Diners Club 18. */
const OLD_LENGTHS = /^(4\d{12}|(1800|2131)\d{11}|30[0-5]\d{15})$/;
const LONGEST_NAME = 255; // characters (code points), as in the schema
/** White space, every dash, invisible marks of pasted text, other marks between digits, and ー, Japan's typed dash. */
const SEPARATORS = /[\s\p{Dash}\p{Cf}.·/_|\u30fc]/gu;
/** Control characters but white space, and the marks that reorder the text around them. */
const HARMFUL = /[^\P{Cc}\s]|[\u202a-\u202e\u2066-\u2069]/gu;

/** The PAN as digits only; anything that is neither digit nor separator stays, so that it can be reported. */
export function normalizePan(text: string): string {
  return withoutSeparators(text);
}

/** The one brand that the digits so far can still belong to, if they settle it. */
export function cardBrand(text: string): CardBrand | undefined {
  return findBrand(normalizePan(text));
}

/**
 * Groups the digits as they are printed on the card: in fours, Amex 4-6-5, Diners Club of 14 digits 4-6-4. Leaves text
 * with a letter alone.
 */
export function formatPan(text: string): string {
  const pan = normalizePan(text);
  if (!/^\d+$/.test(pan)) return text;
  const gaps = (pan.length <= LONGEST_WITH_OWN_GROUPS && findBrand(pan)?.gaps) || GROUPS_OF_FOUR;
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
  return checkLength(pan) ?? (isLuhn(pan) || isUnionPay(pan) ? undefined : 'card_number_invalid');
}

/**
 * What is worth a second look. Not every UnionPay card has a check digit, so that a wrong one is no error there.
 * @param isTestNumber - tells numbers for tests, where they are of no use
 */
export function warnPan(text: string, isTestNumber?: (pan: string) => boolean): CardNumberWarning | undefined {
  const pan = normalizePan(text);
  if (isTestNumber?.(pan)) return 'card_number_test';
  return checkPan(pan) === undefined && !isLuhn(pan) ? 'card_number_unusual' : undefined;
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
  return withoutSeparators(text);
}

/** What is wrong with a cardholder's name, if anything. Any script is fine; a card number is not, nor beside a name. */
export function checkCardholderName(text: string): CardholderNameProblem | undefined {
  const name = normalizeCardholderName(text);
  if (name === '') return 'cardholder_name_required';
  if (!/\p{L}/u.test(name) || /\d{12}/.test(withoutSeparators(name))) return 'cardholder_name_invalid';
  return Array.from(name).length > LONGEST_NAME ? 'cardholder_name_long' : undefined;
}

/**
 * The name as it is sent: NFC, one space between words. What nobody sees and nobody could correct is dropped rather
 * than reported: control characters and bidirectional overrides. Case and accents stay.
 */
export function normalizeCardholderName(text: string): string {
  return text.replace(HARMFUL, '').replace(/\s+/g, ' ').trim().normalize('NFC');
}

function withoutSeparators(text: string): string {
  return toPlainText(text).replace(SEPARATORS, '');
}

/** Most cards of a brand have its shortest length. Above it, a digit too many is likelier than several too few. */
function checkLength(pan: string): CardNumberProblem | undefined {
  const lengths = findBrand(pan)?.lengths ?? ANY_LENGTH;
  if (lengths.includes(pan.length) || OLD_LENGTHS.test(pan)) return undefined;
  return pan.length < Math.min(...lengths) ? 'card_number_incomplete' : 'card_number_long';
}

function isUnionPay(pan: string): boolean {
  return findBrand(pan)?.id === 'unionpay';
}
