import { formatPan, normalizeCvc } from '../contract/card.js';
import { formatExpiry, tidyExpiry } from '../contract/expiry.js';
import { isCardData, type FieldName } from '../contract/field-names.js';
import { hasFocus, type FieldInputs } from './field-inputs.js';
import type { FieldInput } from './fields.js';

type Format = (text: string, isTyping: boolean) => string;

const FORMATS: Partial<Record<FieldName, Format>> = {
  'card-number': formatPan,
  'card-expiry': (text, isTyping) => (isTyping ? formatExpiry(text) : tidyExpiry(text)),
  'card-cvc': (text) => normalizeCvc(text).replace(/\D/g, ''),
};

const SEPARATOR = /[\s/]/;
const CHARACTER = /[\p{L}\p{N}]/gu;

/** Formats a field, and keeps the caret behind the same character. */
export function formatField(name: FieldName, field: FieldInput, inputType = ''): void {
  const format = FORMATS[name];
  const input = field as HTMLInputElement;
  const before = input.value;
  if (!format || !before) return;
  const isDeleting = inputType.startsWith('delete');
  const isTyping = hasFocus(input);
  const after = format(isDeleting ? before.replace(/[\s/]+$/, '') : before, isTyping); // also the last separator
  if (after === before) return;
  const caret = input.selectionStart ?? before.length;
  input.value = after;
  if (caret === before.length || !isTyping) return; // the caret is at the end now
  const characters = before.slice(0, caret).match(CHARACTER)?.length ?? 0;
  const position = positionAfter(after, characters);
  input.setSelectionRange(position, position);
}

const STEPS: Readonly<Record<string, number>> = {
  deleteContentBackward: -1,
  deleteContentForward: 1,
  Backspace: -1,
  Delete: 1,
};

type Edit = Partial<InputEvent & KeyboardEvent> & Event;

/** On-screen keyboards may send no `keydown`, and WebKit decides what to delete before `beforeinput`. */
export function prepareEdit(event: Edit, inputs: FieldInputs, cvcLength = 4): void {
  const edit = event.key ?? event.inputType ?? '';
  const step = STEPS[edit];
  const isHistory = edit.startsWith('history');
  const [name, input] = inputs.find(event.target) ?? [];
  if (!name) return;
  // Chromium and WebKit apply redo to the wrong text: it makes up other card numbers, or restores a declined one.
  const isRefused = isHistory
    ? isCardData(name) || name === 'amount'
    : name === 'card-cvc' && isExcess(input as HTMLInputElement, event, cvcLength);
  if (isRefused) event.preventDefault();
  if (step && !event.isComposing && FORMATS[name]) skipSeparator(input as HTMLInputElement, step);
}

/** Whether a key adds a letter, or a digit too many. A pasted code that is too long is an error: it is not cut off. */
function isExcess({ value, selectionStart, selectionEnd }: HTMLInputElement, { data }: Edit, length: number): boolean {
  if (data?.length !== 1) return false;
  return /\D/.test(normalizeCvc(data)) || (selectionStart === selectionEnd && normalizeCvc(value).length >= length);
}

/** Moves the caret past separators, so that Backspace and Delete reach the next digit. */
function skipSeparator(input: HTMLInputElement, step: number): void {
  const { value, selectionStart: caret, selectionEnd } = input;
  if (caret === null || caret !== selectionEnd) return;
  let position = caret;
  while (SEPARATOR.test(value.charAt(step < 0 ? position - 1 : position))) position += step;
  if (position !== caret) input.setSelectionRange(position, position);
}

function positionAfter(text: string, characters: number): number {
  if (characters === 0) return 0;
  const last = [...text.matchAll(CHARACTER)][characters - 1];
  return last ? last.index + last[0].length : text.length;
}
