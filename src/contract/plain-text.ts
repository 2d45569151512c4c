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

/** Digits with up to three marks between each two. */
const RUN = /\d(?:[^\p{L}\p{N}]{0,3}\d)+/gu;

/** Replaces a number, also where up to three marks stand between digits. To compile `RUN` for each takes V8 5 ms. */
export function replaceNumber(text: string, number: string, replacement: string): string {
  return text.replace(RUN, (run) => run.replace(RegExp(number.replace(/\B/g, '\\D*'), 'g'), replacement));
}

/** Replaces a number where no other digit stands beside it. */
export function replaceWholeNumber(text: string, number: string, replacement: string): string {
  return text.replace(/\d+/g, (digits) => (digits === number ? replacement : digits));
}
