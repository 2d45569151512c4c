import type { MessageKey } from '../i18n/messages.js';
import { FIELDS } from './fields.js';
import type { FormController } from './form-controller.js';
import { nameOf, type SlottedControl } from './slotted-controls.js';

/** An entry of the error summary above the pay button. */
export interface ErrorEntry {
  /** The label of the control, if the text does not name it. */
  readonly label?: string | undefined;
  readonly text: string;
  /** `id` of the input or control. */
  readonly id: string;
  /** Focuses the control. A link by its URL cannot reach into the shadow root. */
  readonly goTo: (event: Event) => void;
}

type Text = (key: MessageKey) => string;

/** The errors in the order of the form, if they are listed. */
export function listErrors({ shown, inputs }: FormController, text: Text): ErrorEntry[] {
  if (!shown.listed) return [];
  const fields = inputs.entries.flatMap(([name, control]) => {
    const problem = shown.problems[name];
    const label = problem === 'control_invalid' ? text(FIELDS[name].label) : undefined; // other texts name the field
    return problem ? [createEntry(control, text(problem), label)] : [];
  });
  return [
    ...fields,
    ...shown.controls.map((control) => createEntry(control, describe(control, text), labelOf(control))),
  ];
}

/** Texts by field name for the page. Never the messages of browsers, which can quote the value. */
export function fieldErrors({ shown, inputs }: FormController, text: Text): Record<string, string> {
  const fields = inputs.names.flatMap((name) => {
    const problem = shown.problems[name];
    return problem ? [[name, text(problem)]] : [];
  });
  const controls = shown.controls.map((control) => [nameOf(control) || control.id, text('control_invalid')]);
  return Object.fromEntries([...fields, ...controls]) as Record<string, string>;
}

function createEntry(control: HTMLElement, text: string, label?: string): ErrorEntry {
  const goTo = (event: Event) => {
    event.preventDefault();
    control.focus();
  };
  return { label, text, id: control.id, goTo };
}

/** The custom message of the page, or our text. The browser's message may be in another language than the page. */
function describe(control: SlottedControl, text: Text): string {
  const isCustom = !isNative(control) || control.validity.customError;
  const message = isCustom && control.validationMessage;
  return message || text(control.matches(':invalid') ? 'control_invalid' : 'control_long');
}

function isNative(control: SlottedControl): control is HTMLInputElement {
  return control.matches('input, select, textarea');
}

/** The legend of a radio group, or the label of a control, without the control inside it. */
function labelOf(control: SlottedControl): string {
  const legend = control.type === 'radio' ? control.closest('fieldset')?.querySelector('legend') : undefined;
  const label = legend ?? control.labels?.[0];
  const texts = [...(label?.childNodes ?? [])]
    .filter((node) => !node.contains(control))
    .map((node) => node.textContent);
  return texts.join('').trim() || control.ariaLabel || nameOf(control);
}
