import { digitsOf } from './card.js';

export function reformat(input: HTMLInputElement, format: (text: string) => string): void {
  const { value, selectionStart } = input;
  const formatted = format(value);
  if (formatted === value) return;
  const before = digitsOf(value.slice(0, selectionStart ?? value.length)).length;
  const isAtEnd = selectionStart === value.length;
  input.value = formatted;
  if (isAtEnd) return;
  let caret = 0;
  for (let seen = 0; seen < before && caret < formatted.length; caret++) if (/\d/.test(formatted[caret] ?? '')) seen++;
  input.setSelectionRange(caret, caret);
}
