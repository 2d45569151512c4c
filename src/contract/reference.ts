/** White space, or a character without a glyph, such as a zero-width space or a byte order mark. */
const INVISIBLE_END = /^[\p{White_Space}\p{Cf}]|[\p{White_Space}\p{Cf}]$/u;

/** Whether a reference begins or ends with invisible characters, so that it looks like another order's. */
export function hasInvisibleEnd(reference: string): boolean {
  return INVISIBLE_END.test(reference);
}

/** The form in which references are compared and stored: NFC, so that two spellings of the same text are one order. */
export function canonicalReference(reference: string): string {
  return reference.normalize('NFC');
}
