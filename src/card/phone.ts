import { numberStart, numberStartOf, type NumberStart } from './countries.js';
import { toPlainText } from '../contract/plain-text.js';

/** What a shopper can mend in a phone number; `phone_invalid` is a sign or an area code that no number has. */
export type PhoneProblem =
  'phone_required' | 'phone_letters' | 'phone_country_code' | 'phone_short' | 'phone_long' | 'phone_invalid';

const SEPARATORS = /[\s\p{Dash}\p{Cf}ー─./()[\]·•_]/gu; // in Japan a dash is often typed as the sign for long vowels
const SHORTEST_NUMBER = 7; // digits with the calling code: what the smallest islands have
const LONGEST_NUMBER = 15; // ITU-T E.164
/**
 * Digits of the longest national number, by calling code, where numbers are dialled without a trunk prefix and can
 * begin like the calling code: an Italian mobile number is 393 123 4567.
 */
const LONGEST_NATIONAL: Readonly<Record<string, number>> = {
  1: 11,
  7: 11,
  39: 10,
  45: 8,
  47: 8,
  48: 9,
  51: 9,
  52: 10,
  55: 11,
  56: 9,
  65: 8,
  91: 10,
  852: 8,
};
/** Dialled before an international number, where it is not 00; 011 in North America. */
const INTERNATIONAL_PREFIX: Readonly<Record<string, string>> = {
  AU: '0011',
  BY: '810',
  JP: '010',
  KZ: '810',
  RU: '810',
};
const NORTH_AMERICA = '1';
const NORTH_AMERICAN_LENGTH = 11;

/**
 * A phone number as it is sent, in E.164: `+493012345678`. It takes what people type: `+49 (0)30 123456`,
 * `0049 30 123456` and, when the country is known, `030 123456`. National rules are left to the networks, except
 * for North America, whose numbers all have the same length.
 * @param country - ISO 3166-1 alpha-2 code of the country whose national numbers are understood
 * @returns `undefined` when {@link checkPhone} finds a problem
 */
export function parsePhone(text: string, country?: string): string | undefined {
  const result = readPhone(text, country);
  return 'number' in result ? result.number : undefined;
}

/**
 * What is wrong with a phone number, if anything.
 * @param country - ISO 3166-1 alpha-2 code of the country whose national numbers are understood
 */
export function checkPhone(text: string, country?: string): PhoneProblem | undefined {
  const result = readPhone(text, country);
  return 'problem' in result ? result.problem : undefined;
}

function readPhone(text: string, country = ''): { readonly number: string } | { readonly problem: PhoneProblem } {
  const typed = toPlainText(text)
    .replace(SEPARATORS, '')
    .replace(/^tel:?/i, '');
  if (/^\+*$/.test(typed)) return { problem: 'phone_required' };
  if (/\p{L}/u.test(typed)) return { problem: 'phone_letters' };
  if (!/^\+?\d+$/.test(typed)) return { problem: 'phone_invalid' };

  const home = numberStart(country);
  const international = withoutInternationalPrefix(typed, country, home);
  const start = international === undefined ? home : numberStartOf(international);
  if (!start || (international === undefined && seemsInternational(typed, start))) {
    return { problem: 'phone_country_code' };
  }
  const national = international === undefined ? typed : international.slice(start.callingCode.length);
  const digits = start.callingCode + withoutTrunkPrefix(national, start);
  const problem = checkDigits(digits, start);
  return problem ? { problem } : { number: `+${digits}` };
}

/** What follows a plus, or the digits that are dialled in its place: 00 nearly everywhere. */
function withoutInternationalPrefix(typed: string, country: string, home: NumberStart | undefined): string | undefined {
  const dialled = isNorthAmerican(home) ? '011' : INTERNATIONAL_PREFIX[country];
  return new RegExp(`^(?:\\+(?:00)?|${dialled ?? '00'}|00)(\\d*)$`).exec(typed)?.[1];
}

/** `49 30 123456` in Germany: the plus is missing, or it is a national number that begins so. Only the shopper knows. */
function seemsInternational(typed: string, { callingCode, trunkPrefix }: NumberStart): boolean {
  if (withoutTrunkPrefix(typed, { callingCode, trunkPrefix }) !== typed || !typed.startsWith(callingCode)) return false;
  const longestNational = LONGEST_NATIONAL[callingCode] ?? callingCode.length + SHORTEST_NUMBER - 1;
  return typed.length > longestNational;
}

/** Italians type `+39 06 …` and mean the zero; Germans type `+49 (0)30 …` and do not. */
function withoutTrunkPrefix(national: string, { trunkPrefix }: NumberStart): string {
  return trunkPrefix === '' ? national : national.replace(new RegExp(`^(?:${trunkPrefix})+`), '');
}

function checkDigits(digits: string, start: NumberStart): PhoneProblem | undefined {
  const sameLength = isNorthAmerican(start);
  if (digits.length < (sameLength ? NORTH_AMERICAN_LENGTH : SHORTEST_NUMBER)) return 'phone_short';
  if (digits.length > (sameLength ? NORTH_AMERICAN_LENGTH : LONGEST_NUMBER)) return 'phone_long';
  return sameLength && !/^1[2-9]/.test(digits) ? 'phone_invalid' : undefined; // no area code begins with 0 or 1
}

function isNorthAmerican(start: NumberStart | undefined): boolean {
  return start?.callingCode === NORTH_AMERICA;
}
