import type { FieldProblems, FieldWarnings } from './form-rules.js';
import type { FieldName } from '../contract/field-names.js';
import type { MessageKey } from '../i18n/messages.js';
import type { SlottedControl } from './slotted-controls.js';

/** The methods return whether the errors changed. */
export class VisibleErrors {
  problems: FieldProblems = {};
  warnings: FieldWarnings = {};
  controls: readonly SlottedControl[] = [];
  listed = false;
  #controlMessages = '';

  get messages(): MessageKey[] {
    return [...Object.values(this.problems), ...Object.values(this.warnings)];
  }

  get hasAny(): boolean {
    return this.messages.length > 0 || this.controls.length > 0;
  }

  show(names: readonly FieldName[], problems: FieldProblems, warnings: FieldWarnings): boolean {
    const changed = names.filter((name) => {
      const isNew = setMessage(this.problems, name, problems[name]);
      return setMessage(this.warnings, name, warnings[name]) || isNew;
    });
    return changed.length > 0;
  }

  /** The error of the field that the shopper types into never changes, since the value is not complete yet. */
  removeResolved(
    problems: FieldProblems,
    warnings: FieldWarnings,
    invalidControls: readonly SlottedControl[],
    typed: FieldName | undefined,
  ): boolean {
    const before = this.#controlMessages;
    this.controls = this.controls.filter((control) => invalidControls.includes(control));
    this.#controlMessages = this.controls.map(({ validationMessage = '' }) => `${validationMessage}\n`).join('');
    const hasProblems = updateMessages(this.problems, problems, typed);
    const hasWarnings = updateMessages(this.warnings, warnings);
    return hasProblems || hasWarnings || this.#controlMessages !== before;
  }
}

type Messages = Partial<Record<FieldName, string>>;

/** Returns whether it changed. */
export function setMessage<T extends Messages>(messages: T, name: FieldName, message: T[FieldName]): boolean {
  if (messages[name] === message) return false;
  if (message) messages[name] = message;
  else Reflect.deleteProperty(messages, name);
  return true;
}

function updateMessages<T extends Messages>(visible: T, found: T, typed?: FieldName): boolean {
  const changed = (Object.keys(visible) as FieldName[]).filter((name) => {
    const isUnfinished = name === typed && found[name] !== visible[name];
    return setMessage(visible, name, isUnfinished ? undefined : found[name]);
  });
  return changed.length > 0;
}
