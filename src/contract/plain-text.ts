const DIGIT = /\p{Nd}/u;

/** Converts the decimal digits of every script to `0` to `9`, and compatibility characters such as full-width ones (NFKC). */
export function toPlainText(text: string): string {
  return text.normalize('NFKC').replace(/(?!\d)\p{Nd}/gu, (digit) => String(valueOf(digit.codePointAt(0) as number)));
}

/** Unicode encodes the digits of a script in a run from zero to nine. Two runs may be adjacent, hence the modulo. */
function valueOf(codePoint: number): number {
  let first = codePoint;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first--;
  return (codePoint - first) % 10;
}

/** Digits with up to three other characters between each two. */
const RUN = /\d(?:[^\p{L}\p{N}]{0,3}\d)+/gu;

/** Replaces a number, also with up to three separators between digits. Compiling such a pattern per number takes 5 ms. */
export function replaceNumber(text: string, number: string, replacement: string): string {
  return text.replace(RUN, (run) => run.replace(RegExp(number.replace(/\B/g, '\\D*'), 'g'), replacement));
}

/** Replaces a number that is not part of a longer one. */
export function replaceWholeNumber(text: string, number: string, replacement: string): string {
  return text.replace(/\d+/g, (digits) => (digits === number ? replacement : digits));
}
