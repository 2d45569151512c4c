import { isCardData, type FieldName } from '../contract/field-names.js';
import { hasFocus, type FieldInput } from './field-inputs.js';
import { FIELDS } from './fields.js';

const SEPARATOR = /[\s/]/;
const CHARACTER = /[\p{L}\p{N}]/gu;

/**
 * Formats the value of a field and keeps the caret behind the same character.
 * @param inputType - of the `input` event, if any
 */
export function formatField(name: FieldName, input: FieldInput, inputType = ''): void {
  const { format } = FIELDS[name];
  if (!format || input instanceof HTMLSelectElement) return;
  const before = input.value;
  const isDeleting = inputType.startsWith('delete');
  const after = format(isDeleting ? before.replace(/[\s/]+$/, '') : before); // with the trailing separator
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
export function skipSeparator(name: FieldName, event: InputEvent | KeyboardEvent): void {
  if (!FIELDS[name].format) return;
  const input = event.target as HTMLInputElement;
  const { value, selectionStart: caret, selectionEnd } = input;
  if (caret === null || caret !== selectionEnd || event.isComposing) return;
  const step = STEPS['key' in event ? event.key : event.inputType];
  if (!step) return;
  let position = caret;
  while (SEPARATOR.test(value.charAt(step < 0 ? position - 1 : position))) position += step;
  if (position !== caret) input.setSelectionRange(position, position);
}

/**
 * Whether the form itself writes into a field that was typed into. Chromium and WebKit then apply redo to the wrong text:
 * it makes up other card numbers, some of them valid, and restores a declined card.
 */
export function isRewritten(name: FieldName): boolean {
  return isCardData(name) || name === 'amount';
}

function positionAfter(text: string, characters: number): number {
  if (characters === 0) return 0;
  const last = [...text.matchAll(CHARACTER)][characters - 1];
  return last ? last.index + last[0].length : text.length;
}
