import { randomBytes, randomInt } from 'node:crypto';

/** A unique card: any trace of it comes from the form. */
export interface CanaryCard {
  readonly pan: string;
  readonly cvc: string;
  /** 1 to 9: written with its zero it begins with one. */
  readonly month: number;
  readonly year: number;
}

/** Prefix and length. */
const KINDS = {
  visa: ['4', 16],
  'visa of 13 digits': ['4', 13],
  'visa of 19 digits': ['47', 19], // other prefixes may be Elo's, which has 16 digits
  mastercard: ['53', 16],
  amex: ['37', 15],
  'diners club': ['36', 14],
  discover: ['6011', 16],
  jcb: ['3530', 16],
  unionpay: ['6221', 19],
} as const;

export type CardKind = keyof typeof KINDS;

/** Kinds in turn; the one with four-digit security codes more often. */
export const CARD_KINDS: readonly CardKind[] = [
  ...(['visa', 'amex', 'mastercard', 'visa of 13 digits', 'amex', 'diners club'] as const),
  ...(['visa of 19 digits', 'amex', 'discover', 'jcb', 'amex', 'unionpay'] as const),
];

const taken = new Set<string>();

/** The first result that was not made before. */
function unique(make: () => string): string {
  for (;;) {
    const made = make();
    if (taken.has(made)) continue;
    taken.add(made);
    return made;
  }
}

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');

/**
 * Creates a unique card. Its short parts (security code, month, middle digits) start with a zero, and its year is far
 * away, so that no port, status, length, time or amount looks like them.
 */
export function createCard(kind: CardKind = 'visa'): CanaryCard {
  const [prefix, length] = KINDS[kind];
  const pan = unique(() => {
    // The last four, which services repeat, must not look like another card's expiry date or security code either.
    const body = `${prefix}${digits(6 - prefix.length)}0${digits(length - 11)}${randomInt(100, 1000)}`;
    return `${body}${checkDigit(body)}`;
  });
  const cvc = kind === 'amex' ? `0${unique(() => String(randomInt(100, 1000)))}` : `0${unique(() => digits(2))}`;
  const expiry = unique(() => `expires ${randomInt(1, 10)} ${new Date().getFullYear() + randomInt(7, 20)}`);
  const [, month, year] = expiry.split(' ').map(Number);
  return { pan, cvc, month: month ?? 0, year: year ?? 0 };
}

/** Check digit by ISO/IEC 7812-1. */
function checkDigit(body: string): number {
  const sum = Array.from(body, Number)
    .reverse()
    .reduce((total, digit, index) => total + (index % 2 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);
  return (10 - (sum % 10)) % 10;
}

/** A unique API key in the usual format of payments services. */
export const createKey = (prefix = 'sk_live_'): string => prefix + randomBytes(24).toString('hex');

/** The expiry date as typed: `0535`. */
export const typedExpiry = ({ month, year }: CanaryCard): string => `0${month}${year % 100}`;
