/** Card formatting and validation, shared by the contenders written here, so that all do the same work. */

interface Brand {
  readonly name: string;
  readonly starts: RegExp;
  readonly lengths: readonly number[];
  readonly groups: RegExp;
  readonly cvc: number;
}

const FOURS = /(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?(\d{1,3})?/;

const BRANDS: readonly Brand[] = [
  { name: 'Visa', starts: /^4/, lengths: [13, 16, 19], groups: FOURS, cvc: 3 },
  {
    name: 'Mastercard',
    starts: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: FOURS,
    cvc: 3,
  },
  {
    name: 'American Express',
    starts: /^3[47]/,
    lengths: [15],
    groups: /(\d{1,4})(\d{1,6})?(\d{1,5})?/,
    cvc: 4,
  },
  { name: 'Discover', starts: /^(6011|64[4-9]|65)/, lengths: [16, 19], groups: FOURS, cvc: 3 },
  { name: 'Diners Club', starts: /^3([689]|0[0-5])/, lengths: [14], groups: /(\d{1,4})(\d{1,6})?(\d{1,4})?/, cvc: 3 },
  { name: 'JCB', starts: /^35(2[89]|[3-8])/, lengths: [16, 17, 18, 19], groups: FOURS, cvc: 3 },
];

const UNKNOWN: Brand = { name: '', starts: /^/, lengths: [12, 13, 14, 15, 16, 17, 18, 19], groups: FOURS, cvc: 3 };

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

export const brandOf = (number: string): Brand => BRANDS.find(({ starts }) => starts.test(number)) ?? UNKNOWN;

export function formatNumber(text: string): string {
  const digits = digitsOf(text);
  const { groups, lengths } = brandOf(digits);
  const found = groups.exec(digits.slice(0, lengths.at(-1)));
  return found ? found.slice(1).filter(Boolean).join(' ') : '';
}

export function formatExpiry(text: string): string {
  const typed = digitsOf(text);
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

export const formatCvc = (text: string): string => digitsOf(text).slice(0, 4);

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const endOfMonth = (month: number, year: number) => new Date(2000 + year, month);

export interface Typed {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
  readonly name: string;
}

export function findErrors({ number, expiry, cvc, name }: Typed): Partial<Record<keyof Typed, string>> {
  const digits = digitsOf(number);
  const brand = brandOf(digits);
  const month = Number(expiry.slice(0, 2));
  const year = Number(expiry.slice(-2));
  const isMonth = expiry.length === 7 && month >= 1 && month <= 12;
  return {
    ...(!(brand.lengths.includes(digits.length) && passesLuhn(digits)) && { number: 'Check the card number.' }),
    ...(!isMonth && { expiry: 'Enter the date as MM / YY.' }),
    ...(isMonth && endOfMonth(month, year) <= new Date() && { expiry: 'This card has expired.' }),
    ...(cvc.length !== brand.cvc && { cvc: `Enter the ${brand.cvc} digits of the security code.` }),
    ...(name.trim() === '' && { name: 'Enter the name on the card.' }),
  };
}
