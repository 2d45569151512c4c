import { numberStart, numberStartOf, type NumberStart } from './countries.js';
import { toPlainText } from './text.js';

export type EmailProblem = 'email_required' | 'email_invalid' | 'email_long';

const MAX_EMAIL = 254; // characters; RFC 5321, 4.5.3.1: a path of 256 octets with angle brackets
const MAILBOX = /^[^\s\p{Cc}@,;:<>()[\]\\"]+$/u;
const TOP_LEVEL_DOMAIN = /\.(?!\d+$)[^.]{2,}$/;

export function checkEmail(text: string): EmailProblem | undefined {
  const email = normalizeEmail(text);
  if (email === '') return 'email_required';
  if (email.length > MAX_EMAIL) return 'email_long';
  const [mailbox = '', domain = '', ...more] = email.split('@');
  const misplacedDot = /^\.|\.\.|\.@|@[.-]/.test(email);
  const hasParts = MAILBOX.test(mailbox) && MAILBOX.test(domain) && TOP_LEVEL_DOMAIN.test(domain);
  return hasParts && !misplacedDot && more.length === 0 ? undefined : 'email_invalid';
}

/** Removes white space at the ends and invisible characters. */
export function normalizeEmail(text: string): string {
  return toPlainText(text.replace(/\p{Cf}/gu, '')).trim();
}

/** `phone_invalid` is an invalid character or area code. */
export type PhoneProblem =
  'phone_required' | 'phone_letters' | 'phone_country_code' | 'phone_short' | 'phone_long' | 'phone_invalid';

const SEPARATORS = /[\s\p{Dash}\p{Cf}ー─./()[\]·•_]/gu; // ー and ─ are typed as dashes in Japan
const MIN_LENGTH = 7; // digits with the calling code, on the smallest islands
const MAX_LENGTH = 15; // digits with the calling code, ITU-T E.164
/**
 * Maximum digits of a national number, by calling code, where it has no trunk prefix and can start with the digits of the
 * calling code: an Italian mobile number is 393 123 4567.
 */
const MAX_NATIONAL_LENGTH: Readonly<Record<string, number>> = {
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
/** The prefixes that are not 00. In North America it is 011. */
const INTERNATIONAL_PREFIX: Readonly<Record<string, string>> = {
  AU: '0011',
  BY: '810',
  JP: '010',
  KZ: '810',
  RU: '810',
};
const NORTH_AMERICA = '1';
const NORTH_AMERICAN_LENGTH = 11;

/** Checks national rules for North America only, where all numbers have the same length. */
export function parsePhone(text: string, country?: string): string | undefined {
  const result = readPhone(text, country);
  return 'number' in result ? result.number : undefined;
}

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
  const digits = start.callingCode + withoutMobilePrefix(withoutTrunkPrefix(national, start), start);
  const problem = checkDigits(digits, start);
  return problem ? { problem } : { number: `+${digits}` };
}

function withoutInternationalPrefix(typed: string, country: string, home: NumberStart | undefined): string | undefined {
  const dialled = isNorthAmerican(home) ? '011' : INTERNATIONAL_PREFIX[country];
  return new RegExp(`^(?:\\+(?:00)?|${dialled ?? '00'}|00)(\\d*)$`).exec(typed)?.[1];
}

/** `49 30 123456` in Germany: the plus may be missing, or it is a national number. Only the shopper knows. */
function seemsInternational(typed: string, start: NumberStart): boolean {
  const { callingCode } = start;
  if (withoutTrunkPrefix(typed, start) !== typed || !typed.startsWith(callingCode)) return false;
  const maxLength = MAX_NATIONAL_LENGTH[callingCode] ?? callingCode.length + MIN_LENGTH - 1;
  return typed.length > maxLength;
}

/** The zero of `+39 06 …` (Italy) is part of the number, that of `+49 (0)30 …` (Germany) is not. */
function withoutTrunkPrefix(national: string, { trunkPrefix }: NumberStart): string {
  return national.replace(new RegExp(`^(?:${trunkPrefix})+`), '');
}

/**
 * The 15 after the area code of an Argentine mobile number is a 9 before it in the international number. In Mexico, 1,
 * 044 and 045 before a mobile number and 01 before any number were abolished in 2019.
 */
function withoutMobilePrefix(national: string, { callingCode }: NumberStart): string {
  if (callingCode === '54') return national.replace(/^9?(?=\d{12}$)(11|[23]\d{2,3})15/, '9$1');
  return callingCode === '52' ? national.replace(/^(?:1|4[45])(?=\d{10}$)/, '') : national;
}

function checkDigits(digits: string, start: NumberStart): PhoneProblem | undefined {
  const sameLength = isNorthAmerican(start);
  if (digits.length < (sameLength ? NORTH_AMERICAN_LENGTH : MIN_LENGTH)) return 'phone_short';
  if (digits.length > (sameLength ? NORTH_AMERICAN_LENGTH : MAX_LENGTH)) return 'phone_long';
  return sameLength && !/^1[2-9]/.test(digits) ? 'phone_invalid' : undefined; // no area code starts with 0 or 1
}

function isNorthAmerican(start: NumberStart | undefined): boolean {
  return start?.callingCode === NORTH_AMERICA;
}
