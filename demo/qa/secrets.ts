import luhn10 from 'card-validator/dist/luhn-10.js';
import { namesSecret } from '../../src/contract/secrets.js';

/**
 * Takes out of anything what no log may hold, by how it is named and how it looks. The page does it with what the element
 * tells, and the server before it remembers anything; the server, which knows the card and the keys, does more besides.
 */
export const MASKED = '[masked]';

const NUMBER_NAME = /^(card_?)?number$|^pan$|^cc-?number$/i;
const CODE_NAME = /^(card_?|cc-?)?(cvc|cvv|csc|cid|security_?code)2?$/i;
const EXPIRY_NAME = /^(card_?|cc-?)?exp(iry|iration|ires)?(_?(date|month|year))?$/i;
const ENCRYPTED_NAME = /^encrypted_?card$/i;

/** Digits that can be a card number, alone or in groups. What begins with 0 or 1 is none, but may be a time; with a +, a phone number. */
const NUMBER = /(?<![\w.+])[2-9](?:[ -]?\d){11,18}(?![\w.]*\d)/g;
const KEY = /\b(?:sandbox_(?:live|test)|whsec|[rs]k)_[\w+/=-]{8,}|\bBearer\s+[\w.~+/-]{8,}=*/g;
/** Three parts or five: only an encrypted card is so long. */
const JWE = /\beyJ[\w-]{10,}(?:\.[\w-]*){4}/g;
/** A member in JSON that is cut, or in a form. */
const MEMBER = /(["']?)([\w-]+)\1(\s*[:=]\s*)("(?:[^"\\]|\\.)*"?|[\w./-]+)/g;

/** Deeper than this is nobody's payment, and reading it could exhaust the stack. */
const MAX_DEPTH = 60;

/** `•••• 4242` */
export const maskNumber = (digits: string): string => `•••• ${digits.replace(/\D/g, '').slice(-4)}`;

export function maskText(text: string): string {
  return text
    .replace(JWE, shorten)
    .replace(KEY, MASKED)
    .replace(NUMBER, (digits) => (isCardNumber(digits) ? maskNumber(digits) : digits));
}

/** The same shape, with every secret in it masked. */
export function maskValue(value: unknown, name = '', depth = 0): unknown {
  if (typeof value === 'string' || typeof value === 'number') return maskMember(name, value) ?? maskPlain(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) return '[nested too deeply]';
  if (Array.isArray(value)) return value.map((part) => maskValue(part, name, depth + 1));
  const members = Object.entries(value);
  const isCard = members.some(([, part]) => isPlain(part) && maskPlain(part) !== part);
  return Object.fromEntries(
    members.map(([key, part]) => [
      maskText(key),
      isCard && isPlain(part) && CODE_OR_EXPIRY.test(String(part)) ? '•••' : maskValue(part, key, depth + 1),
    ]),
  );
}

/** What may stand beside a card number under any name: a security code, or an expiry date. */
const CODE_OR_EXPIRY = /^(\d{3,4}|\d{1,2}\s?[/-]\s?\d{2,4})$/;

/** A body, as JSON if it is. */
export function maskBody(text: string): string {
  try {
    return JSON.stringify(maskValue(JSON.parse(text)));
  } catch {
    const byName = text.replace(MEMBER, (member, quote: string, name: string, sign: string, value: string) => {
      const masked = maskMember(name, value.replace(/^"|"$/g, ''));
      return masked === undefined ? member : `${quote}${name}${quote}${sign}"${masked}"`;
    });
    return maskText(byName);
  }
}

function isPlain(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function maskMember(name: string, value: string | number): string | undefined {
  const text = String(value);
  if (NUMBER_NAME.test(name) && text.replace(/\D/g, '').length >= 12) return maskNumber(text);
  if (CODE_NAME.test(name)) return '•••';
  if (EXPIRY_NAME.test(name)) return '••';
  if (ENCRYPTED_NAME.test(name)) return shorten(text);
  return namesSecret(name) && text !== '' ? MASKED : undefined;
}

function maskPlain(value: string | number): string | number {
  const text = String(value);
  const masked = maskText(text);
  return masked === text ? value : masked;
}

function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  return digits.length >= 14 || digits.startsWith('4') ? luhn10(digits) : false;
}

const shorten = (text: string): string => `${text.slice(0, 12)}… (${text.length} characters)`;
