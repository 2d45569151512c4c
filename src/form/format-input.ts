import { hasFocus } from './field-inputs.js';

const SEPARATOR = /[\s/]/;
const CHARACTER = /[\p{L}\p{N}]/gu;

/** Formats the value of an input and keeps the caret behind the same character. */
export function formatInPlace(input: HTMLInputElement, format: (text: string) => string): void {
  const before = input.value;
  const after = format(before);
  if (after === before) return;
  const caret = input.selectionStart ?? before.length;
  input.value = after;
  if (!hasFocus(input)) return;
  const characters = before.slice(0, caret).match(CHARACTER)?.length ?? 0;
  const position = caret === before.length ? after.length : positionAfter(after, characters);
  input.setSelectionRange(position, position);
}

const STEPS: Readonly<Record<string, number>> = {
  deleteContentBackward: -1,
  deleteContentForward: 1,
  Backspace: -1,
  Delete: 1,
};

/**
 * Moves the caret over a separator, so that Backspace and Delete reach the next digit. Needs both events: on-screen
 * keyboards may send no `keydown`, and WebKit decides what to delete before `beforeinput`.
 */
export function skipSeparator(event: InputEvent | KeyboardEvent): void {
  const input = event.target as HTMLInputElement;
  const { value, selectionStart: caret, selectionEnd } = input;
  if (caret === null || caret !== selectionEnd || event.isComposing) return;
  const step = STEPS['key' in event ? event.key : event.inputType];
  if (!step) return;
  let position = caret;
  while (SEPARATOR.test(value.charAt(step < 0 ? position - 1 : position))) position += step;
  if (position !== caret) input.setSelectionRange(position, position);
}

function positionAfter(text: string, characters: number): number {
  if (characters === 0) return 0;
  const last = [...text.matchAll(CHARACTER)][characters - 1];
  return last ? last.index + last[0].length : text.length;
}
