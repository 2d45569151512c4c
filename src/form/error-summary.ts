import type { Message } from './form-context.js';
import type { FormController } from './form-controller.js';
import { labelOf, controlName, problemOf, type ControlError } from './slotted-controls.js';

export interface ErrorLink {
  readonly label: string;
  readonly control: HTMLElement;
}

type Text = (message: Message) => string;

export function listErrors({ shown, inputs, context }: FormController, text: Text): ErrorLink[] {
  if (!shown.listed) return [];
  const fields = inputs.entries.filter(([name]) => shown.problems[name]);
  return [
    ...fields.map(([name, control]) => ({ label: text(context.definitionOf(name).label), control })),
    ...shown.controls.map((control) => ({ label: labelOf(control) || text(problemOf(control)), control })),
  ];
}

export function listControlErrors({ shown, controls }: FormController, text: Text): ControlError[] {
  return shown.controls.map((control) => ({
    control,
    label: controls.all.length > 1 ? labelOf(control) : undefined,
    text: text(problemOf(control)),
  }));
}

/** Never the messages of browsers, which can quote the value. */
export function fieldErrors({ shown, inputs }: FormController, text: Text): Record<string, string> {
  const fields = inputs.names.flatMap((name) => {
    const problem = shown.problems[name];
    return problem ? [[name, text(problem)]] : [];
  });
  const controls = shown.controls.map((control) => [controlName(control) || control.id, text('control_invalid')]);
  return Object.fromEntries([...fields, ...controls]) as Record<string, string>;
}
