import { isLuhn } from '../../card/card.js';
import { namesSecret } from '../../settings/read-settings.js';

/**
 * Redacts data for logs by name and pattern. The QA page redacts what the element reports. Its server and the sandbox
 * redact everything before they store it; they also know the actual card and keys.
 */
export const REDACTED = '[masked]';

const NUMBER_NAME = /^(card_?)?number$|^pan$|^cc-?number$/i;
const CODE_NAME = /^(card_?|cc-?)?(cvc|cvv|csc|cid|security_?code)2?$/i;
const EXPIRY_NAME = /^(card_?|cc-?)?exp(iry|iration|ires)?(_?(date|month|year))?$/i;

/** A card number, with or without groups. Excludes numbers that begin with 0, 1 (timestamps) or + (phone numbers). */
const NUMBER = /(?<![\w.+])[2-9](?:[ -]?\d){11,18}(?![\w.]*\d)/g;
const KEY = /\b(?:sandbox_(?:live|test)|whsec|[rs]k)_[\w+/=-]{8,}|\bBearer\s+[\w.~+/-]{8,}=*/g;
/** A JWS such as an order token. */
const JWS = /(?<![\w-])eyJ[\w-]{10,}(?:\.[\w-]*){2}/g;
/** A member in cut JSON or in form data. */
const MEMBER = /(?:(["'])|(?<![\w-]))([\w-]+)\1(\s*[:=]\s*)("(?:[^"\\]|\\.)*"?|[\w./-]+)/g;

/** Maximum depth, against stack overflows. */
const MAX_DEPTH = 60;

/** `•••• 4242` */
export const shortenNumber = (digits: string): string => `•••• ${digits.replace(/\D/g, '').slice(-4)}`;

export function redactText(text: string): string {
  return text
    .replace(JWS, shorten)
    .replace(KEY, REDACTED)
    .replace(NUMBER, (digits) => (isCardNumber(digits) ? shortenNumber(digits) : digits));
}

/** Redacts a value and keeps its shape. */
export function redactValue(value: unknown, name = '', depth = 0): unknown {
  if (typeof value === 'string' || typeof value === 'number')
    return redactMember(name, value) ?? redactPrimitive(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) return '[too deeply nested]';
  if (Array.isArray(value)) return value.map((part) => redactValue(part, name, depth + 1));
  const members = Object.entries(value);
  const isCard = members.some(([, part]) => isPlain(part) && redactPrimitive(part) !== part);
  return Object.fromEntries(
    members.map(([key, part]) => [
      redactText(key),
      isCard && isPlain(part) && CODE_OR_EXPIRY.test(String(part)) ? '•••' : redactValue(part, key, depth + 1),
    ]),
  );
}

/** Next to a card number, any value like this may be a security code or an expiry date. */
const CODE_OR_EXPIRY = /^(\d{3,4}|\d{1,2}\s?[/-]\s?\d{2,4})$/;

/** Redacts a body, JSON or text. */
export function redactBody(text: string): string {
  try {
    return JSON.stringify(redactValue(JSON.parse(text)));
  } catch {
    const byName = text.replace(MEMBER, (member, quote = '', name: string, sign: string, value: string) => {
      const redacted = redactMember(name, value.replace(/^"|"$/g, ''));
      return redacted === undefined ? member : `${quote}${name}${quote}${sign}"${redacted}"`;
    });
    return redactText(byName);
  }
}

function isPlain(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function redactMember(name: string, value: string | number): string | undefined {
  const text = String(value);
  if (NUMBER_NAME.test(name) && text.replace(/\D/g, '').length >= 12) return shortenNumber(text);
  if (CODE_NAME.test(name)) return '•••';
  if (EXPIRY_NAME.test(name)) return '••';
  return namesSecret(name) && text !== '' ? REDACTED : undefined;
}

function redactPrimitive(value: string | number): string | number {
  const text = String(value);
  const redacted = redactText(text);
  return redacted === text ? value : redacted;
}

function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  return digits.length >= 14 || digits.startsWith('4') ? isLuhn(digits) : false;
}

const shorten = (text: string): string => `${text.slice(0, 12)}… (${text.length} characters)`;
