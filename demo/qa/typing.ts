import type { FieldName } from '../../src/contract/field-names.js';
import { INPUT_IDS, type Fill } from './fills.js';
import type { Stage } from './hub.js';

/**
 * Types into the form as a person would: letter by letter, with the events of the frame's own window, and leaves the field.
 * The focus stays where it is, on the button that was pressed.
 * @returns names of fields that this form does not have, or that take no input now
 */
export function typeInto(stage: Stage, { values, others = {} }: Fill): FieldName[] {
  const missing: FieldName[] = [];
  for (const [name, text] of entries(values)) if (!typeField(stage, name, text)) missing.push(name);
  for (const [name, text] of entries(others)) if (find(stage, name)?.value === '') typeField(stage, name, text);
  return missing;
}

const entries = (values: Fill['values']) => Object.entries(values) as [FieldName, string][];

type Input = HTMLInputElement | HTMLSelectElement;

function find({ widget }: Stage, name: FieldName): Input | undefined {
  const input = widget.shadowRoot?.getElementById(INPUT_IDS[name]) as Input | null | undefined;
  return input?.checkVisibility() && !input.matches(':disabled, [readonly]') ? input : undefined;
}

function typeField(stage: Stage, name: FieldName, text: string): boolean {
  const input = find(stage, name);
  if (!input) return false;
  if (input.localName === 'select') choose(stage, input, text);
  else typeText(stage, input, text);
  input.dispatchEvent(new stage.window.Event('change', { bubbles: true }));
  input.dispatchEvent(new stage.window.FocusEvent('focusout', { bubbles: true, composed: true }));
  return true;
}

function choose({ window }: Stage, input: Input, value: string): void {
  input.value = value;
  input.dispatchEvent(new window.Event('input', { bubbles: true, composed: true }));
}

/** What stood there is marked and typed over. The form may group what it gets, so each letter is put to its end. */
function typeText({ window }: Stage, input: Input, text: string): void {
  const type = (value: string, inputType: string, data?: string) => {
    input.value = value;
    const { InputEvent } = window;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType, data: data ?? null }));
  };
  type('', 'deleteContentBackward');
  for (const letter of letters(text)) type(input.value + letter, 'insertText', letter);
}

/** What one press of a key, or one choice of an input method, gives: an emoji of several characters is one. */
function letters(text: string): string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}
