import type { CardNumberWarning } from '../contract/card.js';
import type { FieldName } from '../contract/field-names.js';
import type { MessageKey } from '../i18n/messages.js';
import { hasFocus, type FieldInputs } from './field-inputs.js';
import type { FormCheck } from './form-check.js';
import type { Message } from './form-context.js';
import type { Outdated } from './form-renderer.js';
import type { FieldProblems } from './form-rules.js';
import type { SlottedControl, SlottedControls } from './slotted-controls.js';

/** The errors that the shopper sees. */
export class VisibleErrors {
  problems: FieldProblems = {};
  warning: CardNumberWarning | undefined;
  controls: readonly SlottedControl[] = [];
  /** Controls that the shopper did not see when several were wrong. */
  listed: readonly HTMLElement[] = [];
  #controlMessages = '';

  get messages(): MessageKey[] {
    return [...Object.values(this.problems), ...(this.warning ? [this.warning] : [])];
  }

  get hasProblems(): boolean {
    return Object.keys(this.problems).length > 0 || this.controls.length > 0;
  }

  /** Shows all errors. Returns the wrong fields and controls in order, too. */
  showAll(
    inputs: FieldInputs,
    problems: FieldProblems,
    controls: SlottedControls | undefined,
  ): { readonly isChanged: boolean; readonly wrong: readonly HTMLElement[] } {
    const isChanged = this.#show(inputs.names, problems, this.warning);
    this.controls = controls?.check() ?? [];
    const wrong = [...inputs.entries.flatMap(([name, input]) => (problems[name] ? input : [])), ...this.controls];
    this.listed = wrong.length > 1 ? wrong.filter((control) => !isInSight(control)) : [];
    return { isChanged, wrong };
  }

  /** Returns what is not read when the first wrong control receives focus, such as that there are several errors. */
  unread(wrong: readonly HTMLElement[], inputs: FieldInputs, controls: SlottedControls | undefined): Message[] {
    const [first] = wrong;
    const [name] = inputs.find(first ?? null) ?? [];
    const problem = name ? this.problems[name] : first && controls?.problemOf(first);
    const isRead = first && !hasFocus(first) && (name || !first.hasAttribute('aria-describedby'));
    const messages: Message[] = wrong.length > 1 ? ['summary_title'] : [];
    if (problem && !isRead) messages.push(problem);
    return messages;
  }

  /** Shows errors for completed fields, if they changed. An empty field is an error only after Pay was pressed. */
  showCompleted({ entries }: FieldInputs, problems: FieldProblems, warning: CardNumberWarning | undefined): boolean {
    const completed = entries.filter(([, input]) => input.value && input.matches(':enabled') && !hasFocus(input));
    return this.#show(
      completed.map(([name]) => name),
      problems,
      warning,
    );
  }

  /**
   * Returns what a render has to update. The error of the field that the shopper types into never changes, since the
   * value is not complete yet.
   */
  removeResolved({ problems, warning, invalidControls }: FormCheck, typed: FieldName | undefined): Outdated {
    const isBesideFields = this.listed.length > 0 || this.controls.length > 0;
    const before = this.#controlMessages;
    this.controls = this.controls.filter((control) => invalidControls.includes(control));
    this.#controlMessages = this.controls.map(({ validationMessage = '' }) => `${validationMessage}\n`).join('');
    const left = (Object.entries(this.problems) as [FieldName, MessageKey][]).map(([name, shown]) => {
      const isUnfinished = name === typed && problems[name] !== shown;
      return [name, isUnfinished ? undefined : problems[name]];
    });
    const areFieldsChanged = this.#replace(Object.fromEntries(left) as object, this.warning && warning);
    const isChanged = areFieldsChanged || this.#controlMessages !== before;
    return { fields: isChanged, all: isChanged && isBesideFields };
  }

  #show(names: readonly FieldName[], problems: FieldProblems, warning: CardNumberWarning | undefined): boolean {
    const shown = Object.fromEntries(names.map((name) => [name, problems[name]]));
    return this.#replace({ ...this.problems, ...shown }, names.includes('card-number') ? warning : this.warning);
  }

  #replace(found: object, warning: CardNumberWarning | undefined): boolean {
    const problems = Object.fromEntries(Object.entries(found).filter(([, problem]) => problem)) as FieldProblems;
    const isChanged = warning !== this.warning || JSON.stringify(problems) !== JSON.stringify(this.problems);
    this.problems = problems;
    this.warning = warning;
    return isChanged;
  }
}

/** Whether nothing covers a control: neither the edge of the page or of a dialog nor a fixed header. */
function isInSight(control: HTMLElement): boolean {
  const { left, top, width, height } = control.getBoundingClientRect();
  const root = control.getRootNode() as Document | ShadowRoot;
  return root.elementFromPoint(left + width / 2, top + height / 2) === control;
}
