import { findBrand } from '../card/brand-table.js';
import { normalizePan, type CardBrand } from '../card/card.js';
import { checkForm, warnForm, type FieldProblems, type FieldWarnings, type FormRules } from '../card/form-rules.js';
import type { FieldName } from '../contract/field-names.js';
import { isKnownTestNumber, missingFiles, type CardDataFile } from './card-data-loader.js';
import type { FieldInputs } from './field-inputs.js';
import type { SlottedControl, SlottedControls } from './slotted-controls.js';
import { setMessage, type FieldErrors } from './visible-errors.js';

const NATIONAL: readonly FieldName[] = ['postal-code', 'phone'];

/** Holds no values. */
export class FormChecker implements FieldErrors {
  problems: FieldProblems = {};
  warnings: FieldWarnings = {};
  invalidControls: readonly SlottedControl[] = [];
  brand: CardBrand | undefined;
  missingFiles: readonly CardDataFile[] = [];
  complete = false;
  /** By the service, until they change. */
  refused = new Set<FieldName>();
  readonly #inputs: FieldInputs;
  readonly #controls: SlottedControls;

  constructor(inputs: FieldInputs, controls: SlottedControls) {
    this.#inputs = inputs;
    this.#controls = controls;
  }

  get valid(): boolean {
    return this.invalidControls.length === 0 && Object.keys(this.problems).length === 0;
  }

  checkAll(rules: FormRules): void {
    this.invalidControls = this.#controls.wrong;
    this.checkFields(rules);
  }

  checkFields(rules: FormRules): void {
    this.problems = {};
    this.#check(this.#inputs.names, rules);
  }

  checkField(name: FieldName, rules: FormRules): void {
    const { brand } = this;
    this.#check([name], rules);
    if (name === 'country') this.#check(NATIONAL, rules);
    if (this.brand !== brand) this.#check(['card-cvc'], rules);
  }

  #check(names: readonly FieldName[], rules: FormRules): void {
    const values = this.#inputs.values();
    const problems = checkForm(values, rules, names);
    for (const name of names) {
      const isRefused = this.refused.has(name) && name in values;
      setMessage(this.problems, name, problems[name] ?? (isRefused ? 'control_invalid' : undefined));
    }
    this.complete = Object.entries(values).every(
      ([name, value]) => value.trim() || rules.optional?.mayBeEmpty?.(name, values, rules),
    );
    if (!names.includes('card-number')) return;
    const pan = normalizePan(values['card-number'] ?? '');
    const isFinal = rules.isLive === true && !problems['card-number'];
    this.brand = findBrand(pan);
    this.warnings = problems['card-number'] ? {} : warnForm(values, isFinal ? isKnownTestNumber : undefined);
    this.missingFiles = missingFiles(pan, this.brand, isFinal);
  }
}
