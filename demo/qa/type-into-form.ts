import type { FieldName } from '../../src/contract/field-names.js';
import { INPUT_IDS } from '../../src/contract/input-ids.js';
import type { Fill } from './fill-data.js';
import type { Stage } from './hub.js';

/**
 * Types into the form like a user, letter by letter, and leaves each field. The focus stays on the pressed button.
 * @returns names of fields that the form does not have or that are disabled
 */
export async function typeInto(stage: Stage, { values, others = {} }: Fill): Promise<FieldName[]> {
  const missing: FieldName[] = [];
  for (const [name, text] of entries(values)) {
    if (!typeField(stage, name, text)) missing.push(name);
    if (name === 'country') await stage.widget.updateComplete; // it decides about the fields of the address
  }
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

/** Replaces the text. Appends each letter, because the form may reformat the value. */
function typeText({ window }: Stage, input: Input, text: string): void {
  const type = (value: string, inputType: string, data?: string) => {
    input.value = value;
    const { InputEvent } = window;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType, data: data ?? null }));
  };
  type('', 'deleteContentBackward');
  for (const letter of letters(text)) type(input.value + letter, 'insertText', letter);
}

/** Splits text into user-perceived characters. */
function letters(text: string): string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}
