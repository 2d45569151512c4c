import type { CardNumberWarning } from '../contract/card.js';
import type { FieldName } from '../contract/field-names.js';
import type { MessageKey } from '../i18n/messages.js';
import type { FieldProblems } from './form-rules.js';
import type { SlottedControl } from './slotted-controls.js';

/** The errors that the shopper sees. The methods return whether they changed. */
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

  show(names: readonly FieldName[], problems: FieldProblems, warning: CardNumberWarning | undefined): boolean {
    const shown = Object.fromEntries(names.map((name) => [name, problems[name]]));
    return this.#replace({ ...this.problems, ...shown }, names.includes('card-number') ? warning : this.warning);
  }

  /** The error of the field that the shopper types into never changes, since the value is not complete yet. */
  removeResolved(
    problems: FieldProblems,
    warning: CardNumberWarning | undefined,
    invalidControls: readonly SlottedControl[],
    typed: FieldName | undefined,
  ): boolean {
    const before = this.#controlMessages;
    this.controls = this.controls.filter((control) => invalidControls.includes(control));
    this.#controlMessages = this.controls.map(({ validationMessage = '' }) => `${validationMessage}\n`).join('');
    const left = (Object.entries(this.problems) as [FieldName, MessageKey][]).map(([name, shown]) => {
      const isUnfinished = name === typed && problems[name] !== shown;
      return [name, isUnfinished ? undefined : problems[name]];
    });
    const isChanged = this.#replace(Object.fromEntries(left) as object, this.warning && warning);
    return isChanged || this.#controlMessages !== before;
  }

  #replace(found: object, warning: CardNumberWarning | undefined): boolean {
    const problems = Object.fromEntries(Object.entries(found).filter(([, problem]) => problem)) as FieldProblems;
    const isChanged = warning !== this.warning || JSON.stringify(problems) !== JSON.stringify(this.problems);
    this.problems = problems;
    this.warning = warning;
    return isChanged;
  }
}
