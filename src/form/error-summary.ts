import { FIELDS } from './fields.js';
import type { FormController } from './form-controller.js';
import type { MessageKey } from '../i18n/messages.js';
import { nameOf, type SlottedControl } from './slotted-controls.js';

/** One thing that is wrong, as the list above the button says it. */
export interface ErrorEntry {
  /** What its control is called: by the page, in whatever language and direction that is, or by us. */
  readonly label?: string | undefined;
  readonly text: string;
  /** `id` of the input or control in which it can be mended. */
  readonly id: string;
  /** Goes there. Not by the address: that belongs to the page, and leads into no shadow root. */
  readonly goTo: (event: Event) => void;
}

type Text = (key: MessageKey) => string;

/** Everything that is shown to be wrong, in the order of the form, once it is worth a list. */
export function listErrors({ listed, shown, inputs, wrongControls }: FormController, text: Text): ErrorEntry[] {
  if (!listed) return [];
  const fields = inputs.entries.flatMap(([name, control]) => {
    const problem = shown.problems[name];
    // The others name their field themselves.
    const label = problem === 'control_invalid' ? text(FIELDS[name].label) : undefined;
    return problem ? [createEntry(control, text(problem), label)] : [];
  });
  return [
    ...fields,
    ...wrongControls.map((control) => createEntry(control, describe(control, text), labelOf(control))),
  ];
}

/** Texts by field name for the page, without a word of what was typed: browsers quote it in their own. */
export function fieldErrors({ shown, wrongControls }: FormController, text: Text): Record<string, string> {
  const fields = Object.entries(shown.problems).map(([name, problem]) => [name, text(problem)]);
  const controls = wrongControls.map((control) => [nameOf(control) || control.id, text('control_invalid')]);
  return Object.fromEntries([...fields, ...controls]) as Record<string, string>;
}

function createEntry(control: HTMLElement, text: string, label?: string): ErrorEntry {
  const goTo = (event: Event) => {
    event.preventDefault();
    control.focus();
  };
  return { label, text, id: control.id, goTo };
}

/** What the page says of its control, or else what we do: the browser speaks its own language, not that of the page. */
function describe(control: SlottedControl, text: Text): string {
  const isOwn = !isNative(control) || control.validity.customError;
  const problem = isOwn && control.validationMessage;
  const ours = text(control.matches(':invalid') ? 'control_invalid' : 'control_long');
  return problem || ours;
}

function isNative(control: SlottedControl): control is HTMLInputElement {
  return control.matches('input, select, textarea');
}

/** What the page calls its control: a group of radio buttons by its legend, everything else by its label. */
function labelOf(control: SlottedControl): string {
  const group = control.type === 'radio' ? control.closest('fieldset')?.querySelector('legend') : undefined;
  const label = group ?? control.labels?.[0];
  const words = [...(label?.childNodes ?? [])]
    .filter((node) => !node.contains(control))
    .map((node) => node.textContent);
  return words.join('').trim() || control.ariaLabel || nameOf(control);
}
