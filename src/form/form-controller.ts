import type { CardBrand } from '../card/card.js';
import { countryOf } from '../card/form-rules.js';
import type { FieldName } from '../contract/field-names.js';
import type { MessageKey } from '../i18n/messages.js';
import { CardDataLoader } from './card-data-loader.js';
import { deferUntilRelease } from './defer-until-release.js';
import { FieldInputs, hasFocus, type FieldInput } from './field-inputs.js';
import { FormChecker } from './form-checker.js';
import type { Announce, FormContext, FormHost, PaymentChangeDetail } from './form-context.js';
import { formatField, isRewritten, skipSeparator } from './format-input.js';
import { SlottedControls, type SlottedControl } from './slotted-controls.js';
import { VisibleErrors } from './visible-errors.js';

/**
 * Formats and checks the inputs. Reads values from the inputs each time, because autofill writes them in any order, with
 * any events or none. Requests a render only if something visible changed.
 */
export class FormController {
  /** Set before each render. */
  context: FormContext = { rules: { currency: '', locale: 'en' }, optional: undefined, firstValues: {} };
  readonly inputs = new FieldInputs();
  /** The page's controls in the slot `before-button`. */
  readonly controls: SlottedControls;
  shown = new VisibleErrors();
  /** Slotted controls that are shown as invalid. */
  wrongControls: readonly SlottedControl[] = [];
  /** Whether all errors are listed in a summary. */
  listed = false;
  /** Whether the test card was filled in. */
  hasTestCard = false;
  readonly #host: FormHost;
  readonly #announce: Announce;
  readonly #onchange: (detail: PaymentChangeDetail) => void;
  readonly #cardData = new CardDataLoader();
  readonly #checker: FormChecker;
  #offeredAmount = '';
  #rendered: readonly unknown[] = [];
  #isRendering = false;
  #connection = new AbortController();
  #status: PaymentChangeDetail = { valid: false, complete: false, brand: undefined };

  /** @param onchange called when validity, completeness or brand have changed */
  constructor(host: FormHost, announce: Announce, onchange: (detail: PaymentChangeDetail) => void) {
    this.#host = host;
    this.#announce = announce;
    this.#onchange = onchange;
    this.controls = new SlottedControls(() => host.renderRoot?.querySelector('slot[name=before-button]'));
    const rules = () => ({ ...this.context.rules, isTestNumber: this.#cardData.isTestNumber });
    this.#checker = new FormChecker(this.inputs, this.controls, rules);
    host.addController(this);
  }

  hostConnected(): void {
    this.#connection = new AbortController();
    addEventListener('pagehide', this.clearCard, { signal: this.#connection.signal });
  }

  hostDisconnected(): void {
    this.#connection.abort();
  }

  hostUpdate(): void {
    this.#isRendering = true;
    this.inputs.beforeRender();
    this.#rendered = this.#visible();
  }

  hostUpdated(): void {
    const { firstValues, rules, optional } = this.context;
    this.inputs.afterRender(this.#host.renderRoot as ParentNode, firstValues, rules.locale, optional);
    this.#isRendering = false;
    void this.#host.updateComplete.then(this.#refreshAll); // the rules may have changed
  }

  /** Whether all fields and slotted controls are valid. */
  get valid(): boolean {
    this.#checker.checkAll();
    return this.inputs.names.length > 0 && this.#checker.valid;
  }

  /** The card brand, as soon as the digits determine it. */
  get brand(): CardBrand | undefined {
    return this.#checker.brand;
  }

  /** The mark of the brand; `null` if it has none, `undefined` before the marks are loaded. */
  get mark(): readonly Element[] | null | undefined {
    return this.#cardData.mark(this.brand);
  }

  /** The amount that the shopper entered, in minor units; `undefined` if it is invalid. */
  get amount(): number | undefined {
    const { rules } = this.context;
    return rules.currency ? rules.extras?.parseAmount(this.inputs.text('amount'), rules) : undefined;
  }

  /** The country that the shopper chose, or the page set. */
  get country(): string | undefined {
    return countryOf(this.inputs.values(), this.context.rules);
  }

  /**
   * Writes the amount of the page into its field, unless the shopper entered another.
   * @param replace - replaces what the shopper entered
   */
  offerAmount(text: string, replace: boolean): void {
    if (replace || this.hasOfferedAmount) this.inputs.write('amount', text);
    this.#offeredAmount = text;
  }

  /** Whether the amount field contains the amount of the page. */
  get hasOfferedAmount(): boolean {
    return this.inputs.text('amount') === this.#offeredAmount;
  }

  /** Checks everything, shows all errors and focuses the first invalid field. */
  check(): boolean {
    this.#checker.refused.clear();
    return this.#showAll();
  }

  /** Shows fields as rejected by the service. */
  refuse(names: Iterable<string>): void {
    this.#checker.refused = new Set(names as Iterable<FieldName>);
    this.#showAll();
  }

  /** Empties the fields with card data. */
  readonly clearCard = (): void => {
    this.hasTestCard = false;
    this.inputs.clearCard();
    this.#host.requestUpdate();
    this.#refresh();
  };

  /** Resets all fields to their initial values, without errors. */
  clear(): void {
    this.hasTestCard = false;
    this.inputs.clear();
    this.#offeredAmount = '';
    this.#checker.refused.clear();
    this.shown = new VisibleErrors();
    this.wrongControls = [];
    this.listed = false;
    this.#refresh();
  }

  /** Fills in a test card, and test values in empty fields. */
  readonly fillTestCard = (): void => {
    const { rules, optional } = this.context;
    const values = optional?.testValues(this.inputs.values(), rules);
    for (const [name, input] of this.inputs.entries) input.value = values?.[name] ?? '';
    this.hasTestCard = true;
    this.recheck();
    this.#announce(['test_card_filled']);
  };

  focus(options?: FocusOptions): void {
    this.inputs.entries[0]?.[1].focus(options);
  }

  /** Handles `input`, `change` and `compositionend`. */
  readonly onInput = (event: Event): void => {
    const [name, input] = this.inputs.find(event.target) ?? [];
    const { isComposing, inputType } = event instanceof InputEvent ? event : { isComposing: false, inputType: '' };
    if (name && !isComposing) formatField(name, input as FieldInput, inputType);
    if (name) this.#checker.refused.delete(name);
    this.#refresh(name, { onlyTyped: event.isTrusted }); // a script may have filled in other fields, too
  };

  /** Handles `beforeinput` and `keydown`. */
  readonly onBeforeInput = (event: InputEvent | KeyboardEvent): void => {
    const [name] = this.inputs.find(event.target) ?? [];
    if (!name) return;
    const isHistory = 'inputType' in event && event.inputType.startsWith('history');
    if (isHistory && isRewritten(name)) event.preventDefault();
    else skipSeparator(name, event);
  };

  /** Handles `focusin`, `slotchange` and autofill by style: looks for values that came without an event. */
  readonly recheck = (event?: Event): void => {
    if (this.#isRendering) return;
    void this.#loadCardData();
    this.#formatAll();
    if (event instanceof FocusEvent) deferUntilRelease(this.#refreshAll, this.#connection.signal);
    else this.#refreshAll();
  };

  /** Handles `focusout`. */
  readonly onFocusOut = (event: FocusEvent): void => {
    if (this.#isRendering || !this.inputs.find(event.target)) return;
    this.recheck(event);
    deferUntilRelease(() => {
      const before = this.shown.messages;
      this.#checker.checkAll();
      this.shown.show(this.#completed, this.#checker);
      this.#announceNew(before);
    }, this.#connection.signal);
  };

  #showAll(): boolean {
    this.#formatAll();
    this.#checker.checkAll();
    const { problems } = this.#checker;
    this.shown.problems = problems;
    this.wrongControls = this.controls.check();
    const fields = this.inputs.entries.filter(([name]) => problems[name]).map(([, input]) => input);
    const wrong = [...fields, ...this.wrongControls];
    this.listed = wrong.length > 1 || this.wrongControls.length > 0; // slotted controls show no error themselves
    this.#announceErrors(wrong[0]);
    if (wrong.length > 0) this.#rendered = []; // labels of slotted controls may have changed
    this.#renderIfChanged();
    void this.#host.updateComplete.then(() => wrong[0]?.focus());
    return this.inputs.names.length > 0 && wrong.length === 0;
  }

  /** Announces that there is a summary, and the error of a field that has the focus already. */
  #announceErrors(first: Element | undefined): void {
    const [name] = this.inputs.find(first ?? null) ?? [];
    const problem = name && hasFocus(first as FieldInput) ? this.shown.problems[name] : undefined;
    const summary: readonly MessageKey[] = this.listed ? ['summary_title'] : [];
    this.#announce(problem ? [...summary, problem] : summary, { urgent: this.listed });
  }

  #announceNew(before: readonly MessageKey[]): void {
    const added = this.shown.messages.filter((key) => !before.includes(key));
    if (added.length > 0) this.#announce(added);
    this.#renderIfChanged();
  }

  /** Fields that the shopper has filled in and left. An empty field is an error only after Pay was pressed. */
  get #completed(): FieldName[] {
    return this.inputs.entries
      .filter(([, input]) => input.value && input.matches(':enabled') && !hasFocus(input))
      .map(([name]) => name);
  }

  /**
   * Checks again, removes resolved errors and reports what changed.
   * @param typed - the field that the shopper types into
   * @param options.onlyTyped - checks only that field and its dependents
   */
  #refresh(typed?: FieldName, { onlyTyped = false } = {}): void {
    if (this.inputs.names.length === 0) return;
    const checker = this.#checker;
    if (typed && onlyTyped) checker.checkField(typed);
    else checker.checkAll();
    if (this.brand && this.mark === undefined) void this.#loadCardData();
    this.shown.removeResolved(checker, typed);
    this.wrongControls = this.wrongControls.filter((control) => checker.invalidControls.includes(control));
    this.#renderIfChanged();
    this.#report();
  }

  readonly #refreshAll = (): void => {
    this.#refresh();
  };

  #report(): void {
    const { valid } = this.#checker;
    const complete = this.inputs.entries.every(([, { value }]) => value.trim() !== '');
    const brand = this.brand?.id;
    const before = this.#status;
    if (valid === before.valid && complete === before.complete && brand === before.brand) return;
    this.#status = { valid, complete, brand };
    this.#onchange(this.#status);
  }

  /** Everything visible that the form itself changes. */
  #visible(): readonly unknown[] {
    const { listed, brand, amount, shown, wrongControls, inputs } = this;
    const errors = inputs.names.flatMap((name) => [shown.problems[name], shown.warnings[name]]);
    const messages = wrongControls.map(({ validationMessage }) => validationMessage);
    return [listed, brand?.id, amount, ...errors, ...messages];
  }

  #renderIfChanged(): void {
    const now = this.#visible();
    const isSame = now.length === this.#rendered.length && now.every((value, index) => value === this.#rendered[index]);
    if (!isSame) this.#host.requestUpdate();
  }

  /** Formats all fields but the focused one, where an input method may be composing. */
  #formatAll(): void {
    for (const [name, input] of this.inputs.entries) if (!hasFocus(input)) formatField(name, input);
  }

  async #loadCardData(): Promise<void> {
    if (!(await this.#cardData.load())) return;
    this.#host.requestUpdate();
    deferUntilRelease(() => {
      const before = this.shown.messages;
      const focused = this.inputs.entries.find(([, input]) => hasFocus(input));
      this.#refresh(focused?.[0]);
      const { problems } = this.shown;
      this.shown.show(this.#completed, { problems, warnings: this.#checker.warnings });
      this.#announceNew(before);
    }, this.#connection.signal);
  }
}
