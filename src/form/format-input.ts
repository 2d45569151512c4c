import { hasFocus } from './field-inputs.js';

const SEPARATOR = /[\s/]/;
const CHARACTER = /[\p{L}\p{N}]/gu;

/**
 * Rewrites an input's value and keeps the caret behind the same characters, whatever separators came or went. Where
 * the person is typing it is done as an edit, because browsers do not undo past a value that was set: Chromium then
 * replays old edits in the wrong places and makes up another number.
 */
export function formatInPlace(input: HTMLInputElement, format: (text: string) => string): void {
  const before = input.value;
  const after = format(before);
  if (after === before) return;
  const caret = input.selectionStart ?? before.length;
  const position =
    caret === before.length ? after.length : positionAfter(after, countCharacters(before.slice(0, caret)));
  const focused = hasFocus(input);
  if (focused) edit(input, before, after);
  if (input.value !== after) input.value = after;
  if (focused) input.setSelectionRange(position, position);
}

const STEPS: Readonly<Record<string, number>> = {
  deleteContentBackward: -1,
  deleteContentForward: 1,
  Backspace: -1,
  Delete: 1,
};

/**
 * Lets Backspace and Delete reach the digit behind a separator: one key press, one digit. For `beforeinput`, since
 * keyboards on a screen may tell of no key, and for `keydown`, since WebKit has chosen by then what it deletes.
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

/**
 * After an undo or a redo: goes on to the next state that was seen. A number is never shown before it is grouped, so
 * undoing must not stop between a key and the grouping that followed it.
 */
export function skipUnseen(input: HTMLInputElement, format: (text: string) => string, inputType: string): void {
  const { value, selectionEnd } = input;
  if (format(value) === value || !hasFocus(input)) return; // what has the focus by now would be undone
  const characters = countCharacters(value.slice(0, selectionEnd ?? value.length));
  const isRedo = inputType === 'historyRedo';
  execute(input, isRedo ? 'redo' : 'undo');
  const position = positionAfter(input.value, characters);
  if (isRedo) input.setSelectionRange(position, position);
}

/** Changes only what differs, so that undoing goes back in small steps. */
function edit(input: HTMLInputElement, before: string, after: string): void {
  let start = 0;
  while (start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const shorter = Math.min(before.length, after.length) - start;
  while (end < shorter && before.at(-1 - end) === after.at(-1 - end)) end++;
  input.setSelectionRange(start, before.length - end);
  const text = after.slice(start, after.length - end);
  execute(input, text ? 'insertText' : 'delete', text);
}

/** Deprecated since long, but the only way into the history of undo, and in every browser. */
function execute(input: HTMLInputElement, command: string, text?: string): void {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else keeps what is undone
  input.ownerDocument.execCommand(command, false, text);
}

function countCharacters(text: string): number {
  return text.match(CHARACTER)?.length ?? 0;
}

function positionAfter(text: string, characters: number): number {
  if (characters === 0) return 0;
  const last = [...text.matchAll(CHARACTER)][characters - 1];
  return last ? last.index + last[0].length : text.length;
}
