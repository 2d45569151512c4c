import { INPUT_IDS, type FieldName } from '../../src/contract/field-names.js';
import type { Fill } from './fill-data.js';
import type { Stage } from './stage.js';

/**
 * Types into the form like a user, letter by letter, and leaves each field. The focus stays on the pressed button.
 * @returns names of fields that the form does not have or that are disabled
 */
export async function typeInto(stage: Stage, { values }: Fill): Promise<FieldName[]> {
  const missing: FieldName[] = [];
  for (const [name, text] of Object.entries(values) as [FieldName, string][]) {
    if (!typeField(stage, name, text)) missing.push(name);
    if (name === 'country') await stage.widget.updateComplete; // it decides about the fields of the address
  }
  return missing;
}

function typeField({ widget, window }: Stage, name: FieldName, text: string): boolean {
  const found = widget.shadowRoot?.getElementById(INPUT_IDS[name]);
  const input = found as HTMLInputElement | HTMLSelectElement | null | undefined;
  if (!input?.checkVisibility() || input.matches(':disabled, [readonly]')) return false;
  const type = (value: string, inputType: string, data: string | null = null) => {
    input.value = value;
    input.dispatchEvent(new window.InputEvent('input', { bubbles: true, composed: true, inputType, data }));
  };
  if (input.localName === 'select') type(text, 'insertReplacementText');
  else {
    type('', 'deleteContentBackward');
    // Appends each letter, because the form may reformat the value.
    for (const { segment } of new Intl.Segmenter().segment(text)) type(input.value + segment, 'insertText', segment);
  }
  input.dispatchEvent(new window.Event('change', { bubbles: true }));
  input.dispatchEvent(new window.FocusEvent('focusout', { bubbles: true, composed: true }));
  return true;
}
