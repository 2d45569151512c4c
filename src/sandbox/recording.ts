import { isLuhn } from '../card/card.js';
import { ORDER_TOKEN } from '../contract/protocol.js';
import type { PaymentRequest } from '../contract/schema.js';
import { createRedactor, type Redactor } from '../proxy/redact.js';
import { namesSecret } from '../settings/check-keys.js';

/** Maximum length of a stored body, in characters. */
const MAX_BODY = 16_000;
/** Maximum length of a body to read, in bytes. A longer body is left out, because cut JSON cannot be redacted. */
const MAX_READ = 256_000;
const MAX_HEADER = 2000;

/** Headers and body of a request or a response. Redacted. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  /** At most 16 kB. */
  readonly body: string;
}

/** Secrets of an exchange, used for redaction and not stored. */
export interface KnownSecrets {
  readonly card: Partial<Pick<PaymentRequest['payment_method'], 'card'>>;
  readonly redactor: Redactor;
  /** Matches the expiry date in any format. */
  readonly expiry: RegExp | undefined;
  /** Matches the security code as a word of a text. */
  readonly code: RegExp | undefined;
}

/** A body, and the error if it was cut off. */
export interface Text {
  readonly text: string;
  readonly error?: unknown;
}

/** Reads a body as far as possible. Never throws. */
export async function readText(body: ReadableStream<Uint8Array> | null): Promise<Text> {
  if (!body) return { text: '' };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { text };
      length += value.byteLength;
      if (length > MAX_READ) {
        void reader.cancel().catch(() => undefined);
        return { text: `[more than ${MAX_READ / 1000} kB]` };
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    return { text, error };
  }
}

/**
 * Extracts the card and the API key from a request, to redact them there and in the response.
 * @param secrets - further keys
 */
export function knownSecretsOf(headers: Headers, body: unknown, secrets: readonly string[]): KnownSecrets {
  const key = /^Bearer\s+(\S+)$/i.exec(headers.get('Authorization') ?? '')?.[1];
  const method = (body as Partial<PaymentRequest> | undefined)?.payment_method as
    Partial<KnownSecrets['card']> | undefined;
  const { number, cvc, exp_month: month, exp_year: year } = method?.card ?? {};
  const isCard =
    typeof number === 'string' && /^\d{12,19}$/.test(number) && typeof cvc === 'string' && /^\d+$/.test(cvc);
  return {
    card: isCard ? { card: method?.card } : {},
    code: isCard ? new RegExp(String.raw`(?<![\w.,-])${cvc}(?![\w-]|[.,]\d)`, 'g') : undefined,
    expiry: Number.isInteger(month) && Number.isInteger(year) ? expiryPattern(month ?? 0, year ?? 0) : undefined,
    redactor: createRedactor([...secrets, ...(key ? [key] : [])].filter((secret) => secret.length >= 6)),
  };
}

/** Redacts a message for storage. */
export function toMessage(headers: Headers, text: string, known: KnownSecrets): Message {
  const shown = [...headers].map(([name, value]): [string, string] => {
    if (/^(proxy-)?authorization$/i.test(name)) return [name, `Bearer ${REDACTED}`];
    if (/^(set-)?cookie$/i.test(name) || name === ORDER_TOKEN.toLowerCase()) return [name, REDACTED];
    if (name === 'content-length') return [name, value]; // may look like a security code
    return [name, redactLine(redactText(value), known).slice(0, MAX_HEADER)];
  });
  const body = redactKnown(text, known);
  return {
    headers: Object.fromEntries(shown),
    body: body.length > MAX_BODY ? `${body.slice(0, MAX_BODY)}… (${body.length} characters)` : body,
  };
}

/** @param whole - whether to include the origin, in case a request goes to another server */
export function redactUrl(url: string, whole: boolean, known: KnownSecrets): string {
  const { origin, pathname, search } = new URL(url);
  return redactLine(redactText((whole ? origin : '') + pathname + search), known);
}

function redactKnown(text: string, known: KnownSecrets): string {
  if (text === '') return '';
  let value: unknown;
  try {
    value = redactCode(redactValue(JSON.parse(text)), known);
  } catch {
    return redactLine(redactBody(text), known);
  }
  const redacted = known.redactor.body({ kind: 'json', text: JSON.stringify(value), value }, known.card);
  return redacted?.kind === 'json' ? redactExpiry(redacted.text, known) : '[too large]';
}

function redactLine(text: string, known: KnownSecrets): string {
  return redactExpiry(redactCode(known.redactor.text(text, known.card), known) as string, known);
}

/** Redacts the security code in texts. A number is an amount rather than a code. */
function redactCode(value: unknown, known: KnownSecrets): unknown {
  if (!known.code) return value;
  if (typeof value === 'string') return value.replace(known.code, '•••');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => redactCode(part, known));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, redactCode(part, known)]));
}

const redactExpiry = (text: string, { expiry }: KnownSecrets): string => (expiry ? text.replace(expiry, '••') : text);

/** `11/47`, `11-2047`, `2047-11` and similar. Requires a separator. */
function expiryPattern(month: number, year: number): RegExp {
  const [m, y] = [`0?${month}`, `(?:${Math.floor(year / 100)})?${String(year % 100).padStart(2, '0')}`];
  const between = String.raw`\s?[/.-]\s?`;
  return new RegExp(String.raw`(?<!\d)(?:${m}${between}${y}|${y}${between}${m})(?!\d)`, 'g');
}

/** Redaction by name and pattern, for what is not known to be a secret of the exchange. */
const REDACTED = '[masked]';

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
const shortenNumber = (digits: string): string => `•••• ${digits.replace(/\D/g, '').slice(-4)}`;

export function redactText(text: string): string {
  return text
    .replace(JWS, shorten)
    .replace(KEY, REDACTED)
    .replace(NUMBER, (digits) => (isCardNumber(digits) ? shortenNumber(digits) : digits));
}

/** Redacts a value and keeps its shape. */
function redactValue(value: unknown, name = '', depth = 0): unknown {
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
function redactBody(text: string): string {
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
