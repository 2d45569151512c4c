import { toPlainText } from '../contract/plain-text.js';
import { toHex } from './bytes.js';

const encoder = new TextEncoder();

/** Whatever is shorter stands in every second text by chance. */
const SHORTEST = 6;
const SHORTEST_SQUEEZED = 8;

/** Finds every spelling of some secrets that can stand in a longer text: as they are, and encoded. Compiling it takes its time. */
export function patternOf(secrets: readonly string[]): RegExp {
  const forms = secrets.flatMap((secret) => [...[secret].filter(isLong), ...encodedFormsOf(secret)]);
  return new RegExp(forms.map(toPattern).join('|') || '(?!)', 'giu');
}

/**
 * In hexadecimal, and in Base64 at each of the three places that a secret can have in what was encoded, such as
 * `Bearer <key>` or a whole request.
 */
function encodedFormsOf(secret: string): string[] {
  const bytes = encoder.encode(secret);
  const forms = [toHex(bytes), ...[0, 1, 2].map((before) => base64Of(bytes, before))];
  return forms.filter(isLong);
}

/** Folded forms, to look for in whichever case and alphabet of Base64. */
export const foldedFormsOf = (secret: string): string[] => encodedFormsOf(secret).map(fold);

/** Whether one of these folded forms stands in a text. */
export function holdsEncoded(text: string, forms: readonly string[]): boolean {
  if (!isLong(text)) return false;
  const folded = fold(text);
  return forms.some((form) => folded.includes(form));
}

const fold = (text: string) => text.toLowerCase().replaceAll('-', '+').replaceAll('_', '/');

/** What can be Base64 or hexadecimal, as long as it goes on. */
export const ENCODED_RUN = /[\w+/-]+=*/g;

const isLong = ({ length }: string) => length >= SHORTEST;

/**
 * The same spellings, and its bytes in decimal, as they are in a {@link squeeze}d text. There, what was apart stands
 * together, so they have to be longer.
 */
export function squeezedFormsOf(secret: string): string[] {
  const bytes = encoder.encode(secret);
  const forms = [secret, toHex(bytes), bytes.join(''), ...[0, 1, 2].map((before) => base64Of(bytes, before))];
  return forms.map(squeeze).filter(({ length }) => length >= SHORTEST_SQUEEZED);
}

/** Letters and digits alone, whatever stands between them, in small letters and plain digits. */
export function squeeze(text: string): string {
  const isPlain = /^[\0-\x7f]*$/.test(text); // a hundred times as fast
  return (isPlain ? text : toPlainText(text)).replace(isPlain ? /[^a-z\d]/gi : /[^\p{L}\p{N}]/gu, '').toLowerCase();
}

/** Without the characters at both ends that depend on the bytes around. */
function base64Of(bytes: Uint8Array, before: number): string {
  const text = btoa(String.fromCharCode(...Array.from({ length: before }, () => 0), ...bytes));
  return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}

/** Base64 has two alphabets. */
function toPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, (char) => {
    if (char === '+' || char === '-') return '[+\\-]';
    return char === '/' ? '[/_]' : `\\${char}`;
  });
}

const CODES = /(?:%|\\x)([\da-f]{2})|\\u([\da-f]{4})|&#x([\da-f]{1,6});?|&#(\d{1,7});?|\\[nrt]/gi;
/** Most texts hold nothing that could be unfolded, nor anything but ASCII. */
const PLAIN = /^[^%&\\\x80-\uffff]*$/;
/** So often can something have been encoded on its way through the layers of a service. */
const LAYERS = 3;

/** A text as it was before URLs, JSON in strings and HTML encoded it, with every kind of digit as the plain one. */
export function unfold(text: string): string {
  if (PLAIN.test(text)) return text;
  let plain = text;
  for (let layer = 0; layer < LAYERS; layer++) {
    const before = plain;
    plain = plain.replace(CODES, (code, percent?: string, json?: string, hex?: string, decimal?: string) => {
      const point = decimal ? Number(decimal) : parseInt(percent ?? json ?? hex ?? '20', 16); // a break is a space
      return point <= 0x10ffff ? String.fromCodePoint(point) : code;
    });
    if (plain === before) break;
  }
  return plain.normalize('NFKC');
}
