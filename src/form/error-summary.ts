import type { Message } from './form-context.js';
import type { FormController } from './form-controller.js';
import type { ControlError } from './slotted-controls.js';

export interface ErrorLink {
  readonly label: string;
  readonly control: HTMLElement;
}

type Text = (message: Message) => string;

export function listErrors({ shown, inputs, context, controls }: FormController, text: Text): ErrorLink[] {
  if (!shown.listed) return [];
  const fields = inputs.entries.filter(([name]) => shown.problems[name]);
  return [
    ...fields.map(([name, control]) => ({ label: text(context.definitionOf(name).label), control })),
    ...shown.controls.map((control) => ({
      label: controls?.labelOf(control) || text(controls?.problemOf(control) ?? 'control_invalid'),
      control,
    })),
  ];
}

export function listControlErrors({ shown, controls }: FormController, text: Text): ControlError[] {
  if (!controls) return [];
  return shown.controls.map((control) => ({
    control,
    label: controls.all.length > 1 ? controls.labelOf(control) : undefined,
    text: text(controls.problemOf(control)),
  }));
}

/** Never the messages of browsers, which can quote the value. */
export function fieldErrors({ shown, inputs, controls }: FormController, text: Text): Record<string, string> {
  const fields = inputs.names.flatMap((name) => {
    const problem = shown.problems[name];
    return problem ? [[name, text(problem)]] : [];
  });
  const others = shown.controls.map((control) => [controls?.nameOf(control) || control.id, text('control_invalid')]);
  return Object.fromEntries([...fields, ...others]) as Record<string, string>;
}
