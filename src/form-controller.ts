import type { PaymentChangeDetail } from './events.js';
import { FieldInputs, hasFocus, type FieldInput } from './field-inputs.js';
import { FIELDS } from './fields.js';
import { formatInPlace, skipSeparator } from './format-input.js';
import { parseAmount } from './payment/amount.js';
import { cardBrand, type CardBrand } from './payment/card.js';
import {
  checkForm,
  warnForm,
  type FieldName,
  type FieldProblems,
  type FieldWarnings,
  type FormRules,
  type FormValues,
} from './payment/form.js';
import { SlottedControls, type SlottedControl } from './slotted-controls.js';

/** The part of the element that the form needs. */
export interface FormHost {
  readonly renderRoot: ParentNode | undefined;
  readonly updateComplete: Promise<unknown>;
  requestUpdate(): void;
  addController(controller: FormController): void;
}

export interface FormOptions {
  readonly details: {
    /** What the settings ask of the fields. */
    readonly rules: FormRules;
    /** What stands in the fields before anything is typed. */
    readonly firstValues: FormValues;
  };
  /** Told when validity, completeness or brand have changed. */
  changed(detail: PaymentChangeDetail): void;
}

/**
 * Works on the inputs while a person types: groups digits, says what is wrong and when. Every value is read where it
 * stands, each time, because fillers write values in any order and with events of any kind, or none. The element is
 * drawn again only when something that is shown changes.
 */
export class FormController {
  /** The problems that are shown, by field. */
  shown: FieldProblems = {};
  /** Doubts that are shown; they stop nothing. */
  warnings: FieldWarnings = {};
  /** Controls of the page that are shown to be wrong. */
  wrongControls: readonly SlottedControl[] = [];
  /** Whether everything that is wrong is also listed in one place. */
  listed = false;
  brand: CardBrand | undefined;
  readonly #host: FormHost;
  readonly #options: FormOptions;
  readonly inputs: FieldInputs;
  /** The page's own. */
  readonly controls: SlottedControls;
  #amount: number | undefined;
  #lastChange = JSON.stringify({ valid: false, complete: false });

  constructor(host: FormHost, options: FormOptions) {
    this.#host = host;
    this.#options = options;
    this.inputs = new FieldInputs(() => host.renderRoot);
    this.controls = new SlottedControls(() => host.renderRoot?.querySelector('slot[name=before-button]'));
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this.clearCard);
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.clearCard);
  }

  hostUpdate(): void {
    this.inputs.beforeDrawing();
  }

  hostUpdated(): void {
    this.inputs.afterDrawing(this.#options.details.firstValues, this.#options.details.rules.locale);
  }

  /** Whether there is nothing left to mend. */
  get valid(): boolean {
    return this.controls.valid && Object.keys(this.#problems()).length === 0;
  }

  /**
   * What the shopper wants to pay, in minor units, where the form asks for it.
   * @param given - the amount where it does not, or not yet
   * @returns `undefined` while what stands in the field cannot be paid
   */
  amountOr(given: number | undefined): number | undefined {
    const input = this.inputs.get('amount');
    return input ? parseAmount(input.value, this.#options.details.rules) : given;
  }

  /** Puts another amount into its field, if there is one. */
  setAmount(text: string): void {
    const input = this.inputs.get('amount');
    if (input) input.value = text;
  }

  /** Checks everything and shows what is wrong; the first that is gets the focus, once its error is there to be read. */
  check(): boolean {
    this.#formatAll();
    this.shown = this.#problems();
    this.wrongControls = this.controls.check();
    const fields = this.inputs.entries().filter(([name]) => this.shown[name]);
    const wrong = [...fields.map(([, input]) => input), ...this.wrongControls];
    this.listed = wrong.length > 1 || this.wrongControls.length > 0; // the page's controls have no error beside them
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() => wrong[0]?.focus());
    return wrong.length === 0;
  }

  /** Empties the fields that hold card data. */
  readonly clearCard = (): void => {
    this.inputs.clearCard();
    this.#changed();
  };

  /** Empties every field and takes the errors away. */
  clear(): void {
    this.inputs.clear();
    this.shown = {};
    this.warnings = {};
    this.wrongControls = [];
    this.listed = false;
    this.#changed();
  }

  focus(options?: FocusOptions): void {
    this.inputs.entries()[0]?.[1].focus(options);
  }

  /** For `input`, `change` and `compositionend`, trusted or not: what the event says of itself is a hint at most. */
  readonly onInput = (event: Event): void => {
    const field = this.inputs.find(event.target);
    const { isComposing, inputType = '' } = event as Partial<InputEvent>;
    const isUndo = inputType.startsWith('history'); // formatting it would be an edit to undo
    if (field && !isComposing && !isUndo) format(...field, inputType.startsWith('delete'));
    this.#changed(field?.[0]);
  };

  readonly onBeforeInput = (event: InputEvent): void => {
    const [name] = this.inputs.find(event.target) ?? [];
    if (name && FIELDS[name].format) skipSeparator(event);
  };

  /** For `focusin` and fills that the browser shows by style alone: some write values without any event. */
  readonly onLook = (): void => {
    this.#formatAll();
    this.#changed();
  };

  readonly onLeave = (event: FocusEvent): void => {
    const field = this.inputs.find(event.target);
    if (!field) return;
    this.onLook();
    afterPress(() => {
      this.#judge(...field);
    });
  };

  /** Says what is wrong with a field that was left. One that is empty is only said to be when Pay is pressed. */
  #judge(name: FieldName, input: FieldInput): void {
    if (!input.value || hasFocus(input)) return; // it still has it when only the window was left
    this.shown = { ...this.shown, [name]: this.#problems()[name] };
    this.warnings = { ...this.warnings, [name]: warnForm(this.inputs.values())[name] };
    this.#host.requestUpdate();
  }

  #problems(): FieldProblems {
    return checkForm(this.inputs.values(), this.#options.details.rules);
  }

  /** All but the one that is being typed into, perhaps with an input method. */
  #formatAll(): void {
    for (const [name, input] of this.inputs.entries()) if (!hasFocus(input)) format(name, input);
  }

  /** @param typed - the field that is being typed into */
  #changed(typed?: FieldName): void {
    const values = this.inputs.values();
    const problems = this.#problems();
    const brand = cardBrand(values['card-number'] ?? '');
    const amount = this.amountOr(undefined);
    const before = JSON.stringify([this.shown, this.warnings, this.wrongControls.length, this.brand?.id, this.#amount]);
    this.shown = stillTrue(this.shown, problems, typed);
    this.warnings = stillTrue(this.warnings, warnForm(values));
    this.wrongControls = this.wrongControls.filter((control) => this.controls.isStillWrong(control));
    this.brand = brand;
    this.#amount = amount;
    const after = JSON.stringify([this.shown, this.warnings, this.wrongControls.length, brand?.id, amount]);
    if (after !== before) this.#host.requestUpdate();
    this.#tell({
      valid: this.controls.valid && Object.keys(problems).length === 0,
      complete: Object.values(values).every((value) => value.trim() !== ''),
      brand: brand?.id,
    });
  }

  #tell(detail: PaymentChangeDetail): void {
    const change = JSON.stringify(detail);
    if (change !== this.#lastChange) this.#options.changed(detail);
    this.#lastChange = change;
  }
}

/** Waits for the end of a press: an error that appears under it would move away what is being pressed. */
function afterPress(act: () => void): void {
  if (!document.documentElement.matches(':active')) {
    act();
    return;
  }
  addEventListener('pointerup', () => setTimeout(act), { once: true, capture: true }); // after the click
}

function format(name: FieldName, input: FieldInput, deleting = false): void {
  const { format: rule } = FIELDS[name];
  if (!rule || input instanceof HTMLSelectElement) return;
  formatInPlace(input, (text) => rule(deleting ? text.replace(/[\s/]+$/, '') : text)); // a separator at the end goes too
}

/**
 * What is shown and still so. In the field that is being typed into, an error stays or goes but never turns into
 * another: what stands there can still become right.
 */
function stillTrue<T extends Partial<Record<FieldName, string>>>(shown: T, now: T, typed?: FieldName): T {
  const names = (Object.keys(shown) as FieldName[]).filter(
    (name) => now[name] && (name !== typed || now[name] === shown[name]),
  );
  return Object.fromEntries(names.map((name) => [name, now[name]])) as T;
}
