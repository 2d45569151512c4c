import { findBrand, type CardBrand } from './brands.js';
import { removeHarmful, toPlainText } from './text.js';

export type CardNumberProblem = `card_number_${'required' | 'letters' | 'incomplete' | 'long' | 'invalid'}`;
/** The shopper sees a warning, but it does not prevent the payment. */
export type CardNumberWarning = 'card_number_unusual' | 'card_number_test';
export type CardCvcProblem = `card_cvc_${'required' | 'invalid'}${'' | '_4'}`;
export type CardholderNameProblem = `cardholder_name_${'required' | 'invalid' | 'long'}`;

const GROUPS_OF_FOUR = [4, 8, 12, 16];
const MAX_WITH_BRAND_GROUPS = 15; // digits: American Express has 15, older Diners Club cards have 14
const ANY_LENGTH = [12, 13, 14, 15, 16, 17, 18, 19]; // digits; 19 is the maximum of ISO/IEC 7812-1
/** Lengths of old cards and test cards that the brand table lacks: Visa 13, JCB 15, Diners Club 18. */
const OLD_LENGTHS = /^(4\d{12}|(1800|2131)\d{11}|30[0-5]\d{15})$/;
const MAX_NAME = 255; // code points, as in the schema
/** White space, dashes, invisible characters of pasted text, other separators, and ー, typed as a dash in Japan. */
const SEPARATORS = /[\s\p{Dash}\p{Cf}.·/_|\u30fc]/gu;

/**
 * A whole number in quotes, or after a label such as `Card number:`. One or two other characters may be digits that were
 * read wrong, and signs such as `*` hide digits.
 */
const LABELLED_PAN = /^(?:\p{QMark}|[^\d*•]{3,})?(\d{12,})\p{QMark}*$/u;

/** Other characters stay, so that {@link checkPan} can report them. */
export function normalizePan(text: string): string {
  const pan = withoutSeparators(text);
  return (/\D/.test(pan) && LABELLED_PAN.exec(pan)?.[1]) || pan;
}

/** Returns `undefined` until the digits identify the brand. */
export function cardBrand(text: string): CardBrand | undefined {
  return findBrand(normalizePan(text));
}

/** Groups digits by four, for American Express 4-6-5, for Diners Club with 14 digits 4-6-4. Other text stays. */
export function formatPan(text: string): string {
  const pan = normalizePan(text);
  if (!/^\d+$/.test(pan)) return text;
  const gaps = (pan.length <= MAX_WITH_BRAND_GROUPS && findBrand(pan)?.gaps) || GROUPS_OF_FOUR;
  return gaps.reduceRight((text, gap) => (text.length > gap ? `${text.slice(0, gap)} ${text.slice(gap)}` : text), pan);
}

/** An unknown brand is valid by its check digit: the service decides which brands it accepts. */
export function checkPan(text: string): CardNumberProblem | undefined {
  const pan = normalizePan(text);
  if (pan === '') return 'card_number_required';
  if (!/^\d+$/.test(pan)) return 'card_number_letters';
  return (
    checkLength(pan) ??
    (!pan.startsWith('0') && (isLuhn(pan) || findBrand(pan)?.id === 'unionpay') ? undefined : 'card_number_invalid')
  );
}

/**
 * Returns a warning that does not prevent the payment. Some UnionPay cards have no check digit.
 * @param isTestNumber - given in Live mode, where test numbers cannot pay
 */
export function warnPan(text: string, isTestNumber?: (pan: string) => boolean): CardNumberWarning | undefined {
  const pan = normalizePan(text);
  if (isTestNumber?.(pan)) return 'card_number_test';
  return checkPan(pan) === undefined && !isLuhn(pan) ? 'card_number_unusual' : undefined;
}

/** Without a brand, the length is 3 or 4. Only {@link acceptedBrand} returns brands whose code may be missing. */
export function checkCvc(text: string, brand: CardBrand | undefined): CardCvcProblem | undefined {
  const cvc = normalizeCvc(text);
  const suffix = brand?.cvcLength === 4 ? '_4' : '';
  if (cvc === '') return brand?.isCvcOptional ? undefined : `card_cvc_required${suffix}`;
  const isValid = /^\d{3,4}$/.test(cvc) && (!brand || cvc.length === brand.cvcLength);
  return isValid ? undefined : `card_cvc_invalid${suffix}`;
}

export const normalizeCvc = withoutSeparators;

export function checkCardholderName(text: string): CardholderNameProblem | undefined {
  const name = text && normalizeCardholderName(text);
  if (name === '') return 'cardholder_name_required';
  if (!/\p{L}/u.test(name) || holdsNumber(name)) return 'cardholder_name_invalid';
  return [...name].length > MAX_NAME ? 'cardholder_name_long' : undefined;
}

/** Removes control characters and bidirectional overrides, which the shopper could not see. */
export function normalizeCardholderName(text: string): string {
  return removeHarmful(text).replace(/\s+/g, ' ').trim().normalize('NFC');
}

export function holdsNumber(text: string): boolean {
  return /\d{12}/.test(withoutSeparators(text));
}

function withoutSeparators(text: string): string {
  if (/^[\d ]*$/.test(text)) return text.replaceAll(' ', ''); // nearly always, and several times for each key
  return toPlainText(text).replace(SEPARATORS, '');
}

/** Most cards have the shortest length of their brand, so a longer number likely has a digit too many. */
function checkLength(pan: string): CardNumberProblem | undefined {
  const lengths = findBrand(pan)?.lengths ?? ANY_LENGTH;
  if (lengths.includes(pan.length) || OLD_LENGTHS.test(pan)) return undefined;
  return pan.length < (lengths[0] as number) ? 'card_number_incomplete' : 'card_number_long';
}

const DOUBLED = '0246813579';

/** Checks the last digit by the Luhn formula (ISO/IEC 7812-1). */
export function isLuhn(digits: string): boolean {
  let sum = 0; // old libraries of the page replace reduce()
  [...digits].forEach((digit, index) => {
    sum += Number((digits.length - index) % 2 ? digit : DOUBLED[Number(digit)]);
  });
  return sum % 10 === 0;
}
