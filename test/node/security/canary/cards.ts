import { randomBytes, randomInt } from 'node:crypto';

/** A card that nobody else has, so that whatever of it is found anywhere has come from where it was typed. */
export interface CanaryCard {
  readonly pan: string;
  readonly cvc: string;
  /** 1 to 9: written with its zero it begins with one. */
  readonly month: number;
  readonly year: number;
}

/** First digits, and how many there are in all. */
const KINDS = {
  visa: ['4', 16],
  'visa of 13 digits': ['4', 13],
  'visa of 19 digits': ['47', 19], // among others that begin with 4 are those of Elo, which have 16
  mastercard: ['53', 16],
  amex: ['37', 15],
  'diners club': ['36', 14],
  discover: ['6011', 16],
  jcb: ['3530', 16],
  unionpay: ['6221', 19],
} as const;

export type CardKind = keyof typeof KINDS;

/** One kind after the other, so that each gets everywhere; the one with codes of four digits more often. */
export const CARD_KINDS: readonly CardKind[] = [
  ...(['visa', 'amex', 'mastercard', 'visa of 13 digits', 'amex', 'diners club'] as const),
  ...(['visa of 19 digits', 'amex', 'discover', 'jcb', 'amex', 'unionpay'] as const),
];

const taken = new Set<string>();

/** The first thing that was not made before. */
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
 * Makes one. What is short about it begins with a zero (the security code, the month, the digits that no receipt
 * may show), and its year is far away: no port, status, length, time or amount of a run looks like that.
 */
export function createCard(kind: CardKind = 'visa'): CanaryCard {
  const [prefix, length] = KINDS[kind];
  const pan = unique(() => {
    // Nor may its last four, which services repeat, look like another card's expiry date or code.
    const body = `${prefix}${digits(6 - prefix.length)}0${digits(length - 11)}${randomInt(100, 1000)}`;
    return `${body}${checkDigit(body)}`;
  });
  const cvc = kind === 'amex' ? `0${unique(() => String(randomInt(100, 1000)))}` : `0${unique(() => digits(2))}`;
  const expiry = unique(() => `expires ${randomInt(1, 10)} ${new Date().getFullYear() + randomInt(7, 20)}`);
  const [, month, year] = expiry.split(' ').map(Number);
  return { pan, cvc, month: month ?? 0, year: year ?? 0 };
}

/** What makes the sum of ISO/IEC 7812-1 come out even. */
function checkDigit(body: string): number {
  const sum = Array.from(body, Number)
    .reverse()
    .reduce((total, digit, index) => total + (index % 2 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);
  return (10 - (sum % 10)) % 10;
}

/** An API key that nobody else has, shaped as those of payment services are. */
export const createKey = (prefix = 'sk_live_'): string => prefix + randomBytes(24).toString('hex');

/** As a shopper types it: `0535`. */
export const typedExpiry = ({ month, year }: CanaryCard): string => `0${month}${year % 100}`;
