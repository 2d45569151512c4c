import { afterPress } from './defer-until-release.js';
import { CardKnowledge } from './card-knowledge.js';
import { FieldInputs, hasFocus, type FieldInput } from './field-inputs.js';
import { FIELDS } from './fields.js';
import { formatInPlace, skipSeparator } from './format-input.js';
import type { MessageKey } from '../i18n/messages.js';
import { cardBrand, type CardBrand } from '../card/card.js';
import { isCardData, type FieldName } from '../contract/field-names.js';
import { checkForm, warnForm, type FormRules, type FormValues } from '../card/form-rules.js';
import { ShownProblems, type Findings } from './visible-errors.js';
import { SlottedControls, type SlottedControl } from './slotted-controls.js';

/** The form at one moment. */
interface Look extends Findings {
  readonly values: FormValues;
  /** Controls of the page that are wrong. */
  readonly wrong: readonly SlottedControl[];
  /** Whether there is nothing left to mend. */
  readonly valid: boolean;
}

/** The part of the element that the form needs. */
export interface FormHost {
  readonly renderRoot: ParentNode | undefined;
  readonly updateComplete: Promise<unknown>;
  requestUpdate(): void;
  addController(controller: FormController): void;
}

/** Detail of `payment-change`. */
export interface PaymentChangeDetail {
  /** Whether every field is valid. */
  readonly valid: boolean;
  /** Whether no field is empty. */
  readonly complete: boolean;
  /** Card brand, such as `visa`, once the digits identify it. */
  readonly brand: string | undefined;
}

/** What the form asks for whenever it needs it, and whom it tells. */
export interface FormOptions {
  readonly details: {
    /** What the settings ask of the fields. */
    readonly rules: FormRules;
    /** Code of the optional fields, once it is loaded. */
    readonly optional: typeof import('./optional-fields.js') | undefined;
    /** What stands in the fields before anything is typed. */
    readonly firstValues: FormValues;
  };
  /** Announces messages to screen readers. */
  announce(keys: readonly MessageKey[], options?: { urgent?: boolean }): void;
  /** Told when validity, completeness or brand have changed. */
  changed(detail: PaymentChangeDetail): void;
}

/**
 * Works on the inputs while a person types: groups digits, says what is wrong and when. Every value is read where it
 * stands, each time, because fillers write values in any order and with events of any kind, or none. The element is
 * drawn again only when something that is shown changes.
 */
export class FormController {
  shown = new ShownProblems();
  /** Controls of the page that are shown to be wrong. */
  wrongControls: readonly SlottedControl[] = [];
  /** Whether everything that is wrong is also listed in one place. */
  listed = false;
  brand: CardBrand | undefined;
  readonly #cards = new CardKnowledge();
  /** Whether the card in the form may be the one for tests. */
  hasTestCard = false;
  readonly #host: FormHost;
  readonly #options: FormOptions;
  readonly inputs = new FieldInputs();
  /** The page's own. */
  readonly controls: SlottedControls;
  /** Fields that the service has found wrong, until they are changed or sent again. */
  #refused = new Set<FieldName>();
  #offeredAmount = '';
  #drawn = '';
  #drawing = false;
  #moves = 0;
  #lastChange = JSON.stringify({ valid: false, complete: false });

  constructor(host: FormHost, options: FormOptions) {
    this.#host = host;
    this.#options = options;
    this.controls = new SlottedControls(() => host.renderRoot?.querySelector('slot[name=before-button]'));
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this.clearCard);
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.clearCard);
    this.#moves++;
  }

  hostUpdate(): void {
    this.#drawing = true; // inputs that are moved or made anew lose the focus and get it back
    this.inputs.beforeDrawing();
    this.#drawn = this.#snapshot();
  }

  hostUpdated(): void {
    const { firstValues, rules, optional: extras } = this.#options.details;
    this.inputs.afterDrawing(this.#host.renderRoot as ParentNode, firstValues, rules.locale, extras);
    this.#drawing = false;
    void this.#host.updateComplete.then(() => {
      this.#changed(); // other settings can make other values right
    });
  }

  /** Whether there is nothing left to mend. */
  get valid(): boolean {
    return this.#isDrawn && this.#look().valid;
  }

  /** The mark of the brand; `null` when there is none, `undefined` while that is not known. */
  get mark(): readonly Element[] | null | undefined {
    return this.#cards.mark(this.brand);
  }

  /** What the shopper wants to pay, in minor units; `undefined` while what stands in the field cannot be paid. */
  get amount(): number | undefined {
    const { rules } = this.#options.details;
    return rules.currency ? rules.extras?.parseAmount(this.inputs.text('amount'), rules) : undefined;
  }

  /**
   * Puts the page's amount into its field, unless the shopper has entered another.
   * @param replace - puts it there in any case
   */
  offerAmount(text: string, replace: boolean): void {
    if (replace || this.hasOfferedAmount) this.inputs.write('amount', text);
    this.#offeredAmount = text;
  }

  /** Whether the page's amount stands in its field, or would. */
  get hasOfferedAmount(): boolean {
    return this.inputs.text('amount') === this.#offeredAmount;
  }

  /** Checks everything and shows what is wrong; the first that is gets the focus, once its error is there to be read. */
  check(): boolean {
    this.#refused.clear();
    return this.#check();
  }

  /** Shows fields to be wrong that the service does not accept. What stands in them is for the shopper to mend. */
  refuse(names: Iterable<string>): void {
    this.#refused = new Set(names as Iterable<FieldName>);
    this.#check();
  }

  #check(): boolean {
    this.#formatAll();
    this.shown.problems = this.#look().problems;
    this.wrongControls = this.controls.check();
    const fields = this.inputs.entries.filter(([name]) => this.shown.problems[name]);
    const wrong = [...fields.map(([, input]) => input), ...this.wrongControls];
    this.listed = wrong.length > 1 || this.wrongControls.length > 0; // the page's controls have no error beside them
    this.#announce(wrong);
    if (wrong.length > 0) this.#drawn = ''; // the page may call its controls something else by now
    this.#redraw();
    void this.#host.updateComplete.then(() => wrong[0]?.focus());
    return this.#isDrawn && wrong.length === 0;
  }

  /** Empties the fields that hold card data. */
  readonly clearCard = (): void => {
    this.hasTestCard = false;
    this.inputs.clearCard();
    this.#host.requestUpdate();
    this.#changed();
  };

  /** Brings every field back to its first value and takes the errors away. */
  clear(): void {
    this.hasTestCard = false;
    this.inputs.clear();
    this.#offeredAmount = '';
    this.#refused.clear();
    this.shown = new ShownProblems();
    this.wrongControls = [];
    this.listed = false;
    this.#changed();
  }

  /** For testers: what is empty is filled in, and the card in any case. */
  readonly fillTestCard = (): void => {
    const { rules, optional: extras } = this.#options.details;
    const values = extras?.testValues(this.inputs.values(), rules);
    for (const [name, input] of this.inputs.entries) input.value = values?.[name] ?? '';
    this.hasTestCard = true;
    this.onLook();
    this.#options.announce(['test_card_filled']);
  };

  focus(options?: FocusOptions): void {
    this.inputs.entries[0]?.[1].focus(options);
  }

  /** For `input`, `change` and `compositionend`, trusted or not: what the event says of itself is a hint at most. */
  readonly onInput = (event: Event): void => {
    const field = this.inputs.find(event.target);
    const { isComposing, inputType } = event instanceof InputEvent ? event : NOT_TYPED;
    if (field && !isComposing) format(...field, inputType);
    if (field) this.#refused.delete(field[0]);
    this.#changed(field?.[0]);
  };

  readonly onBeforeInput = (event: InputEvent | KeyboardEvent): void => {
    const [name] = this.inputs.find(event.target) ?? [];
    if (!name) return;
    const isHistory = 'inputType' in event && event.inputType.startsWith('history');
    if (isHistory && isWritten(name)) event.preventDefault();
    else if (FIELDS[name].format) skipSeparator(event);
  };

  /** For `focusin` and fills that the browser shows by style alone: some write values without any event. */
  readonly onLook = (event?: Event): void => {
    if (this.#drawing) return; // everything is looked at when it is done
    void this.#loadCards();
    this.#formatAll();
    const look = () => {
      this.#changed();
    };
    if (event instanceof FocusEvent) this.#afterPress(look);
    else look();
  };

  readonly onLeave = (event: FocusEvent): void => {
    if (this.#drawing || !this.inputs.find(event.target)) return;
    this.onLook(event);
    this.#afterPress(() => {
      this.#judge();
    });
  };

  /** Not when the form was moved or taken away meanwhile: then it was not the shopper who left it. */
  #afterPress(act: () => void): void {
    const moves = this.#moves;
    afterPress(() => {
      if (moves === this.#moves) act();
    });
  }

  /**
   * Says what is wrong with what the shopper is done with: everything that has something in it, and not the focus.
   * What is empty is only said to be when Pay is pressed.
   */
  #judge(): void {
    const told = this.shown.texts;
    this.shown.judge(this.#done, this.#look());
    this.#tellNews(told);
  }

  /** @param told - what was said about the fields before */
  #tellNews(told: readonly MessageKey[]): void {
    const news = this.shown.texts.filter((text) => !told.includes(text));
    if (news.length > 0) this.#options.announce(news); // what is being said may go on
    this.#redraw();
  }

  get #done(): FieldName[] {
    return this.inputs.entries
      .filter(([, input]) => input.value && input.matches(':enabled') && !hasFocus(input))
      .map(([name]) => name);
  }

  /** Says what the focus will not: that there is a list, and what is wrong where the focus is already. */
  #announce(wrong: readonly Element[]): void {
    const [first] = this.inputs.entries.filter(([, input]) => input === wrong[0] && hasFocus(input));
    const problem = first && this.shown.problems[first[0]];
    const news: MessageKey[] = this.listed ? ['summary_title'] : [];
    if (problem) news.push(problem);
    this.#options.announce(news, { urgent: this.listed });
  }

  get #isDrawn(): boolean {
    return this.inputs.entries.length > 0;
  }

  /** Everything that is drawn of what the form itself changes. */
  #snapshot(): string {
    const messages = this.wrongControls.map(({ validationMessage }) => validationMessage);
    return JSON.stringify([this.listed, this.shown, messages, this.brand?.id, this.amount]);
  }

  /** Has the form drawn again if anything is to be seen of what has changed. */
  #redraw(): void {
    if (this.#snapshot() !== this.#drawn) this.#host.requestUpdate();
  }

  /** Reads the whole form once. In live mode nobody pays with a number for tests. */
  #look(): Look {
    const values = this.inputs.values();
    const { rules } = this.#options.details;
    const problems = checkForm(values, rules);
    for (const name of this.#refused) if (name in values) problems[name] ??= 'control_invalid';
    const { wrong } = this.controls;
    return {
      values,
      wrong,
      problems,
      warnings: warnForm(values, rules.isLive ? this.#cards.isTestNumber : undefined),
      valid: wrong.length === 0 && Object.keys(problems).length === 0,
    };
  }

  /** All but the one that is being typed into, perhaps with an input method. */
  #formatAll(): void {
    for (const [name, input] of this.inputs.entries) if (!hasFocus(input)) format(name, input);
  }

  /** @param typed - the field that is being typed into */
  #changed(typed?: FieldName): void {
    if (!this.#isDrawn) return;
    const look = this.#look();
    const { values, wrong, valid } = look;
    this.brand = cardBrand(values['card-number'] ?? '');
    if (this.brand && this.mark === undefined) void this.#loadCards();
    this.shown.keep(look, typed);
    this.wrongControls = this.wrongControls.filter((control) => wrong.includes(control));
    this.#redraw();
    this.#tell({
      valid,
      complete: Object.values(values).every((value) => value.trim() !== ''),
      brand: this.brand?.id,
    });
  }

  /** What is known of cards is wanted soon after somebody has come to the form. */
  async #loadCards(): Promise<void> {
    if (!(await this.#cards.load())) return;
    this.#host.requestUpdate();
    this.#afterPress(() => {
      const told = this.shown.texts;
      const [typed] = this.inputs.entries.filter(([, input]) => hasFocus(input));
      this.#changed(typed?.[0]);
      const { warnings } = this.#look();
      this.shown.judge(this.#done, { problems: this.shown.problems, warnings });
      this.#tellNews(told);
    });
  }

  #tell(detail: PaymentChangeDetail): void {
    const change = JSON.stringify(detail);
    if (change !== this.#lastChange) this.#options.changed(detail);
    this.#lastChange = change;
  }
}

/**
 * Whether the form writes into a field that was typed into: it formats, empties or replaces the value. Chromium and WebKit
 * apply redo to the wrong text then. It makes up other card numbers, some of them valid, and brings back a declined card.
 */
function isWritten(name: FieldName): boolean {
  return isCardData(name) || name === 'amount';
}

/** What any other event says of what the person did. */
const NOT_TYPED = { isComposing: false, inputType: '' };

/** @param inputType - what the person did, as far as it is known */
function format(name: FieldName, input: FieldInput, inputType = ''): void {
  const { format: rule } = FIELDS[name];
  if (!rule || input instanceof HTMLSelectElement) return;
  const isDeleting = inputType.startsWith('delete');
  formatInPlace(input, (text) => rule(isDeleting ? text.replace(/[\s/]+$/, '') : text)); // a separator at the end goes too
}
