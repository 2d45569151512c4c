import type { MessageKey } from '../i18n/messages.js';
import type { FieldName } from '../contract/field-names.js';
import type { FieldProblems, FieldWarnings } from '../card/form-rules.js';

/** What is wrong with the fields, and what only looks wrong. */
export interface Findings {
  readonly problems: FieldProblems;
  readonly warnings: FieldWarnings;
}

/** What the shopper is told about the fields, by field, and for how long. Warnings stop nothing. */
export class ShownProblems implements Findings {
  problems: FieldProblems = {};
  warnings: FieldWarnings = {};

  /** All that is told. */
  get texts(): MessageKey[] {
    return [...Object.values(this.problems), ...Object.values(this.warnings)];
  }

  /** Tells of some fields what is so now. */
  judge(names: readonly FieldName[], { problems, warnings }: Findings): void {
    this.problems = takeOver(this.problems, problems, names);
    this.warnings = takeOver(this.warnings, warnings, names);
  }

  /**
   * Takes back what is no longer so.
   * @param typed - the field that is being typed into
   */
  keep({ problems, warnings }: Findings, typed?: FieldName): void {
    this.problems = stillTrue(this.problems, problems, typed);
    this.warnings = stillTrue(this.warnings, warnings);
  }
}

type Texts = Partial<Record<FieldName, string>>;

function takeOver<T extends Texts>(shown: T, now: T, names: readonly FieldName[]): T {
  const taken = { ...shown };
  for (const name of names) {
    if (now[name]) taken[name] = now[name];
    else Reflect.deleteProperty(taken, name);
  }
  return taken;
}

/**
 * In the field that is being typed into, an error stays or goes but never turns into another: what stands there can
 * still become right.
 */
function stillTrue<T extends Texts>(shown: T, now: T, typed?: FieldName): T {
  const names = (Object.keys(shown) as FieldName[]).filter(
    (name) => now[name] && (name !== typed || now[name] === shown[name]),
  );
  return Object.fromEntries(names.map((name) => [name, now[name]])) as T;
}
