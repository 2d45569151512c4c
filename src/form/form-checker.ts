import { cardBrand, type CardBrand } from '../card/card.js';
import { checkForm, warnForm, type FieldProblems, type FieldWarnings, type FormRules } from '../card/form-rules.js';
import type { FieldName } from '../contract/field-names.js';
import type { FieldInputs } from './field-inputs.js';
import type { SlottedControl, SlottedControls } from './slotted-controls.js';
import { replaceErrors, type FieldErrors } from './visible-errors.js';

/** Fields whose validity depends on another field. */
const DEPENDENTS: Partial<Record<FieldName, readonly FieldName[]>> = {
  'card-number': ['card-cvc'],
  country: ['postal-code', 'phone'],
};

interface CheckRules extends FormRules {
  /** Recognizes test card numbers, once the list is loaded. */
  readonly isTestNumber: ((pan: string) => boolean) | undefined;
}

/** The results of the last checks. Holds no values. */
export class FormChecker implements FieldErrors {
  problems: FieldProblems = {};
  warnings: FieldWarnings = {};
  invalidControls: readonly SlottedControl[] = [];
  brand: CardBrand | undefined;
  /** Fields that the service rejected, until they change. */
  refused = new Set<FieldName>();
  readonly #inputs: FieldInputs;
  readonly #controls: SlottedControls;
  readonly #rules: () => CheckRules;

  constructor(inputs: FieldInputs, controls: SlottedControls, rules: () => CheckRules) {
    this.#inputs = inputs;
    this.#controls = controls;
    this.#rules = rules;
  }

  /** Whether the last checks found no error. */
  get valid(): boolean {
    return this.invalidControls.length === 0 && Object.keys(this.problems).length === 0;
  }

  checkAll(): void {
    this.invalidControls = this.#controls.wrong;
    this.problems = this.#check(this.#inputs.names);
  }

  /** Checks a field and its dependents. */
  checkField(name: FieldName): void {
    const names = [name, ...(DEPENDENTS[name] ?? [])];
    this.problems = replaceErrors(this.problems, this.#check(names), names);
  }

  #check(names: readonly FieldName[]): FieldProblems {
    const rules = this.#rules();
    const values = this.#inputs.values();
    const problems = checkForm(values, rules, names);
    for (const name of this.refused) if (name in values) problems[name] ??= 'control_invalid';
    if (names.includes('card-number')) {
      this.brand = cardBrand(values['card-number'] ?? '');
      this.warnings = warnForm(values, rules.isLive ? rules.isTestNumber : undefined);
    }
    return problems;
  }
}
