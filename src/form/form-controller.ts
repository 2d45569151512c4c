import type { CardBrand } from '../contract/brands.js';
import type { FieldName } from '../contract/field-names.js';
import { AmountOffer } from './amount-offer.js';
import { CardDataLoader } from './card-data-loader.js';
import { FieldInputs, hasFocus } from './field-inputs.js';
import type { FieldInput } from './fields.js';
import { checkForm, UNCHECKED } from './form-check.js';
import type { Announce, FormContext, FormHost, PaymentChangeDetail, PaymentFieldDetail } from './form-context.js';
import { FormRenderer, type RenderedValues } from './form-renderer.js';
import { FormReports } from './form-reports.js';
import { countryOf } from './form-rules.js';
import { formatField, prepareEdit } from './format-input.js';
import type { SlottedControls } from './slotted-controls.js';
import { VisibleErrors } from './visible-errors.js';

export const FORM_EVENTS =
  'keydown beforeinput input change compositionend focusin focusout slotchange animationstart'.split(' ');

interface FormOptions {
  readonly context: FormContext;
  readonly announce: Announce;
  readonly dispatch: (detail: PaymentChangeDetail | PaymentFieldDetail) => void;
  /** Renders the fields alone, while the shopper is typing. */
  readonly renderFields: () => void;
}

/** Reads values from the inputs each time, because autofill writes them in any order, with any events or none. */
export class FormController {
  context: FormContext;
  readonly inputs = new FieldInputs();
  readonly offer = new AmountOffer(this.inputs);
  /** The controls of the page, if there are any and their file is loaded. */
  controls: SlottedControls | undefined;
  shown = new VisibleErrors();
  #check = UNCHECKED;
  readonly #renderer: FormRenderer;
  readonly #reports: FormReports;
  readonly #loader = new CardDataLoader();
  /** Aborted when the element leaves the document. */
  #connection = new AbortController();

  constructor(host: FormHost, { context, announce, dispatch, renderFields }: FormOptions) {
    this.context = context;
    this.#renderer = new FormRenderer(host, () => {
      renderFields();
      this.#reportProblems();
    });
    this.#reports = new FormReports(announce, dispatch);
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this, { signal: this.#connection.signal });
  }

  hostDisconnected(): void {
    this.#connection.abort();
    this.#connection = new AbortController();
  }

  hostUpdate(): void {
    this.inputs.beforeRender(this.#renderer.root as ParentNode, this.context.contact);
    this.#renderer.begin(this.#values);
  }

  hostUpdated(): void {
    const isNew = this.inputs.names.length === 0;
    this.inputs.afterRender(this.#renderer.root as ParentNode, this.context, this.country);
    this.#reportProblems();
    this.#renderer.whenComplete(() => {
      this.#refresh(undefined, isNew); // the rules may have changed
    });
  }

  handleEvent(event: Event): void {
    const { type } = event;
    if (type === 'pagehide') this.clearCard();
    else if (this.inputs.isRendering) return;
    else if (type === 'keydown' || type === 'beforeinput') prepareEdit(event, this.inputs, this.brand?.cvcLength);
    else if (type === 'focusin' || type === 'focusout') this.#onFocus(event as FocusEvent);
    else if (type === 'slotchange' || type === 'animationstart') this.recheck();
    else this.#onInput(event);
  }

  get valid(): boolean {
    this.#checkAll();
    return this.inputs.names.length > 0 && this.#check.status.valid;
  }

  get brand(): CardBrand | undefined {
    return this.#check.brand;
  }

  get hasTestCard(): boolean {
    return this.inputs.hasTestCard;
  }

  /** The amount that was typed; `undefined` if it is invalid. */
  get amount(): number | undefined {
    const { rules } = this.context;
    return rules.currency ? rules.contact?.parseAmount(this.inputs.text('amount'), rules) : undefined;
  }

  get country(): string | undefined {
    return countryOf(this.inputs.values(), this.context.rules);
  }

  /** Takes over what was typed before the form worked. */
  adopt(): void {
    for (const [name, input] of this.inputs.entries) formatField(name, input);
    this.#checkAll();
    this.#showCompleted();
  }

  check(): boolean {
    this.readAgain();
    return this.showErrors();
  }

  /** Checks the form again. What the service has refused may be tried again. */
  readAgain(): void {
    this.inputs.refused.clear();
    this.recheck();
  }

  /** Shows the errors of the last check, and returns whether there are none. */
  showErrors(): boolean {
    const wrong = this.#showAll();
    const messages = this.shown.unread(wrong, this.inputs, this.controls);
    this.#reports.announce(messages, { urgent: wrong.length > 1 });
    const focused = this.inputs.focused;
    this.#renderer.whenComplete(() => {
      if (!this.inputs.focused || this.inputs.focused === focused) wrong[0]?.focus(); // the shopper may have moved on
    });
    return this.inputs.names.length > 0 && wrong.length === 0;
  }

  refuse(names: Iterable<string>): void {
    this.inputs.refused = new Set(names as Iterable<FieldName>);
    this.#checkAll();
    this.#showAll();
  }

  clearCard(): void {
    this.inputs.clearCard();
    this.#renderer.request();
    this.#refresh();
  }

  clear(): void {
    this.inputs.clear(this.#renderer.root);
    this.offer.clear();
    this.shown = new VisibleErrors();
    this.#renderer.request();
    this.#refresh();
  }

  fillTestCard(): void {
    const { rules, contact } = this.context;
    this.inputs.fillTestCard(contact?.formTestValues(this.inputs.values(), rules));
    this.recheck();
    this.#reports.announce(['test_card_filled']);
  }

  recheck(): void {
    if (this.inputs.isRendering) return;
    this.#formatAll();
    this.#refresh();
    void this.#loadMissing();
  }

  #onInput(event: Event): void {
    const [name, input] = this.inputs.find(event.target) ?? [];
    const { isComposing, inputType } = event as Partial<InputEvent>;
    if (this.inputs.isRead(event)) return;
    if (name && !isComposing) formatField(name, input as FieldInput, inputType);
    if (name) this.inputs.refused.delete(name);
    this.#refresh(name, !name || !event.isTrusted); // a script may have filled in controls of the page, too
  }

  #onFocus({ type, target, relatedTarget }: FocusEvent): void {
    const isLeaving = type === 'focusout';
    const isOurs = this.inputs.find(isLeaving ? target : relatedTarget) !== undefined;
    const [field] = this.inputs.find(target) ?? [];
    if (field) this.#reports.focus(field, isLeaving ? 'blur' : 'focus');
    if (isLeaving !== isOurs) return; // between two fields, focusout does the same
    this.#formatAll();
    deferUntilRelease(() => {
      this.#refresh();
      void this.#loadMissing();
      if (isLeaving) this.#showCompleted();
    }, this.#connection.signal);
  }

  #showAll(): readonly HTMLElement[] {
    const { wrong, isChanged } = this.shown.showAll(this.inputs, this.#check.problems, this.controls);
    if (isChanged || wrong.length > 0) this.#renderer.request(); // labels of slotted controls may have changed
    return wrong;
  }

  #showCompleted(problems = this.#check.problems): void {
    const { messages } = this.shown;
    if (!this.shown.showCompleted(this.inputs, problems, this.#check.warning)) return;
    const added = this.shown.messages.filter((key) => !messages.includes(key));
    if (added.length > 0) this.#reports.announce(added);
    this.#renderer.request();
  }

  #refresh(typed?: FieldName, withControls = true): void {
    if (this.inputs.names.length === 0) return;
    if (withControls) this.#checkAll();
    else this.#checkFields();
    this.#renderer.update(this.#values, this.shown.removeResolved(this.#check, typed));
    this.#reports.status(this.#check.status);
    if (this.#check.missingParts.some(({ failures }) => failures === 0)) void this.#loadMissing();
  }

  get #values(): RenderedValues {
    return { brand: this.brand?.id, amount: this.amount, country: this.country };
  }

  #reportProblems(): void {
    this.#reports.problems(this.inputs.names, this.shown.problems);
  }

  #checkAll(): void {
    this.#checkFields(this.controls?.wrong ?? []);
  }

  #checkFields(invalidControls = this.#check.invalidControls): void {
    const { inputs, context } = this;
    this.#check = checkForm(inputs.values(), context.rules, inputs.refused, invalidControls);
  }

  /** Formats all fields but the focused one, in which an input method may be composing. */
  #formatAll(): void {
    for (const [name, input] of this.inputs.entries) if (!hasFocus(input)) formatField(name, input);
  }

  async #loadMissing(): Promise<void> {
    const { missingParts } = this.#check;
    if (missingParts.length === 0 || this.#loader.isLoading) return;
    await this.#loader.load(missingParts);
    if (this.inputs.names.length > 0) this.#renderer.updateFields(this.#values); // a mark may have been loaded
    deferUntilRelease(() => {
      const focused = this.inputs.entries.find(([, input]) => hasFocus(input));
      this.#refresh(focused?.[0], false);
      this.#showCompleted(this.shown.problems);
    }, this.#connection.signal);
  }
}

/** Events that end a press. A drag ends without `pointerup` and can leave `:active` behind, so a key counts as well. */
const RELEASES = ['pointerup', 'mouseup', 'pointercancel', 'dragend', 'keyup'];

/**
 * Acts once nothing is pressed, but not at once: an error that appears during a press would move the pressed button
 * away, and the click would miss it.
 */
function deferUntilRelease(act: () => void, cancellation: AbortSignal): void {
  const waiting = new AbortController();
  const finish = () => {
    if (!cancellation.aborted) act();
  };
  const onRelease = () => {
    waiting.abort();
    setTimeout(finish); // so that the click comes first
  };
  for (const type of RELEASES) addEventListener(type, onRelease, { capture: true, signal: waiting.signal });
  // Firefox and WebKit set :active after they have moved the focus.
  setTimeout(() => {
    if (waiting.signal.aborted || document.documentElement.matches(':active')) return;
    waiting.abort();
    finish();
  });
}
