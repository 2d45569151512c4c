import type { FieldProblems, FieldWarnings } from '../card/form-rules.js';
import type { FieldName } from '../contract/field-names.js';
import type { MessageKey } from '../i18n/messages.js';

/** Errors and warnings by field. Warnings do not prevent a payment. */
export interface FieldErrors {
  readonly problems: FieldProblems;
  readonly warnings: FieldWarnings;
}

/** The errors and warnings that the shopper sees. */
export class VisibleErrors implements FieldErrors {
  problems: FieldProblems = {};
  warnings: FieldWarnings = {};

  /** All visible messages. */
  get messages(): MessageKey[] {
    return [...Object.values(this.problems), ...Object.values(this.warnings)];
  }

  /** Shows the current errors of some fields. */
  show(names: readonly FieldName[], { problems, warnings }: FieldErrors): void {
    this.problems = replaceErrors(this.problems, problems, names);
    this.warnings = replaceErrors(this.warnings, warnings, names);
  }

  /**
   * Removes resolved errors and updates the others. The error of the field that the shopper types into never changes, since
   * the value is not complete yet.
   */
  removeResolved({ problems, warnings }: FieldErrors, typed?: FieldName): void {
    this.problems = stillPresent(this.problems, problems, typed);
    this.warnings = stillPresent(this.warnings, warnings);
  }
}

type Messages = Partial<Record<FieldName, string>>;

/** Copies the messages and replaces those of some fields. */
export function replaceErrors<T extends Messages>(messages: T, found: T, names: readonly FieldName[]): T {
  const replaced = { ...messages };
  for (const name of names) {
    if (found[name]) replaced[name] = found[name];
    else Reflect.deleteProperty(replaced, name);
  }
  return replaced;
}

function stillPresent<T extends Messages>(visible: T, found: T, typed?: FieldName): T {
  const names = Object.keys(visible) as FieldName[];
  const present = names.filter((name) => found[name] && (name !== typed || found[name] === visible[name]));
  return Object.fromEntries(present.map((name) => [name, found[name]])) as T;
}
