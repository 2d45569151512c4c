import { isPlainObject, PROTOTYPE_NAMES } from './security.js';
import { removeHarmful } from './text.js';

/** Maximum lengths, in characters. */
export const MAX_REFERENCE = 255;
export const MAX_DESCRIPTION = 1000;
export const MAX_ORDER_TOKEN = 4096;
export const MAX_METADATA_KEY = 64;
export const MAX_METADATA_VALUE = 1000;
/** The limit of all metadata as JSON: the proxy reads no more than 16 kB. */
export const MAX_METADATA_BYTES = 9000;

/** White space, or a character without a glyph, such as a zero-width space or a byte order mark. */
const INVISIBLE_END = /^[\p{White_Space}\p{Cf}]|[\p{White_Space}\p{Cf}]$/u;

/** One line without control characters and bidirectional formatting. U+2028 and U+2029 separate lines. */
export const LINE = /^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$/;

/** Two spellings would be two orders, so nothing is removed from a reference. */
export function isReference(value: unknown): value is string {
  return isText(value, MAX_REFERENCE) && LINE.test(value) && !hasInvisibleEnd(value);
}

export function isDescription(value: unknown): value is string {
  return isText(value, MAX_DESCRIPTION);
}

export function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length <= max;
}

/** Whether a reference looks like that of another order, since an end of it is invisible. */
export function hasInvisibleEnd(reference: string): boolean {
  return INVISIBLE_END.test(reference);
}

/** Converts to NFC, so that two spellings of the same text are one order. */
export function canonicalReference(reference: string): string {
  return reference.normalize('NFC');
}

export function isMetadataName(name: string): boolean {
  return isText(name, MAX_METADATA_KEY) && name === removeHarmful(name) && !PROTOTYPE_NAMES.includes(name);
}

export function isMetadata(value: unknown): value is Readonly<Record<string, string>> {
  const isValid = ([name, text]: [string, unknown]) => isMetadataName(name) && isText(text, MAX_METADATA_VALUE);
  return isPlainObject(value) && Object.entries(value).every(isValid);
}
