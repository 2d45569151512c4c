import { nameOf, type SlottedControl } from '../../form/slotted-controls.js';
import type { WidgetModel } from '../behaviour/widget-model.js';
import { finding, type Finding } from './finding.js';

/** Looks at the page's own controls in the form. */
export function findInControls({ form }: WidgetModel): Finding[] {
  const { all } = form.controls;
  return [
    ...all
      .filter((control) => !nameOf(control))
      .map((control) => {
        const problem = `${describe(control)} in before-button has no name, so its value is not sent. Expected name.`;
        return finding('unnamed_control', problem, 'Add name, unless the value is only for the page.');
      }),
    ...all
      .filter((control) => !hasLabel(control))
      .map((control) => {
        const problem = `${describe(control)} in before-button has no label, so screen readers do not name it. Expected <label>.`;
        return finding('unlabeled_control', problem, 'Put it into a <label> with text, or add aria-label.');
      }),
  ];
}

function hasLabel(control: SlottedControl): boolean {
  const labels = [...(control.labels ?? [])];
  return (
    labels.some(({ textContent }) => textContent.trim()) ||
    ['aria-label', 'aria-labelledby', 'title'].some((name) => control.getAttribute(name)?.trim())
  );
}

/** A control without its value. */
function describe(control: SlottedControl): string {
  const attributes = ['type', 'id', 'name']
    .map((name) => [name, control.getAttribute(name)] as const)
    .filter(([, value]) => value)
    .map(([name, value]) => ` ${name}="${value ?? ''}"`);
  return `<${control.localName}${attributes.join('')}>`;
}
