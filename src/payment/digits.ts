const DIGIT = /\p{Nd}/u;

/**
 * Text as it would be typed on a plain keyboard: decimal digits of every script become `0` to `9`, and full-width
 * forms become plain ones (Unicode's NFKC). Nothing is dropped.
 */
export function toPlainText(text: string): string {
  return text.normalize('NFKC').replace(/(?!\d)\p{Nd}/gu, (digit) => String(valueOf(digit.codePointAt(0) as number)));
}

/** Unicode encodes the decimal digits of a script in one run from zero to nine; where two runs touch, there are twenty. */
function valueOf(codePoint: number): number {
  let first = codePoint;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first--;
  return (codePoint - first) % 10;
}
