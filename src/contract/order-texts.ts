import { MAX_DESCRIPTION, MAX_REFERENCE } from './limits.js';

/** One line without control characters and bidirectional formatting. U+2028 and U+2029 separate lines. */
export const LINE = /^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$/;

/** Two spellings would be two orders, so nothing is removed from it. */
export function isReference(value: unknown): value is string {
  return isText(value, MAX_REFERENCE) && LINE.test(value) && !hasInvisibleEnd(value);
}

export function isDescription(value: unknown): value is string {
  return isText(value, MAX_DESCRIPTION);
}

export function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length <= max;
}

/** White space, or a character without a glyph, such as a zero-width space or a byte order mark. */
const INVISIBLE_END = /^[\p{White_Space}\p{Cf}]|[\p{White_Space}\p{Cf}]$/u;

/** Such a reference looks like that of another order. */
export function hasInvisibleEnd(reference: string): boolean {
  return INVISIBLE_END.test(reference);
}

/** NFC, so that two spellings of the same text are one order. */
export function canonicalReference(reference: string): string {
  return reference.normalize('NFC');
}
