const DIGIT = /\p{Nd}/u;
/** Control characters except white space, and bidirectional formatting: invisible, but they change how text is shown. */
const HARMFUL = /[^\P{Cc}\s]|[\u202a-\u202e\u2066-\u2069]/gu;

export function removeHarmful(text: string): string {
  return text.replace(HARMFUL, '');
}

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
