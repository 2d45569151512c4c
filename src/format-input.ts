const SEPARATOR = /[\s/]/;

/** Rewrites an input's value and keeps the caret behind the same characters, whatever separators came or went. */
export function formatInPlace(input: HTMLInputElement, format: (text: string) => string): void {
  const before = input.value;
  const after = format(before);
  if (after === before) return;
  const caret = input.selectionStart;
  const atEnd = caret === null || caret === before.length;
  input.value = after;
  if (atEnd || (input.getRootNode() as ShadowRoot).activeElement !== input) return;
  const position = positionAfter(after, countCharacters(before.slice(0, caret)));
  input.setSelectionRange(position, position);
}

function countCharacters(text: string): number {
  return text.replace(/[\s/]/g, '').length;
}

function positionAfter(text: string, characters: number): number {
  let seen = 0;
  for (let index = 0; index < text.length; index++) {
    if (seen === characters) return index;
    if (!SEPARATOR.test(text.charAt(index))) seen++;
  }
  return text.length;
}
