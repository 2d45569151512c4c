import type { CardBrand } from '../contract/brands.js';
import type { OnDemand } from '../contract/on-demand.js';
import { normalizePan, warnPan, type CardNumberWarning } from '../contract/card.js';
import { AmountOffer } from './amount-offer.js';
import { brandIn, checkForm, countryOf, type FieldProblems } from './form-rules.js';
import type { FieldName } from '../contract/field-names.js';
import { isKnownTestNumber, loadParts, missingParts } from './card-data-loader.js';
import { FieldInputs, hasFocus } from './field-inputs.js';
import type { FieldInput } from './fields.js';
import type {
  Announce,
  FormContext,
  FormHost,
  Message,
  PaymentChangeDetail,
  PaymentFieldDetail,
} from './form-context.js';
import { formatField, prepareEdit } from './format-input.js';
import type { SlottedControl, SlottedControls } from './slotted-controls.js';
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
  hasTestCard = false;
  brand: CardBrand | undefined;
  readonly #host: FormHost;
  readonly #announce: Announce;
  readonly #dispatch: (detail: PaymentChangeDetail | PaymentFieldDetail) => void;
  readonly #renderFields: () => void;
  #problems: FieldProblems = {};
  #warning: CardNumberWarning | undefined;
  #invalidControls: readonly SlottedControl[] = [];
  #missingParts: readonly OnDemand<unknown>[] = [];
  #complete = false;
  /** The fields that the service has refused, until they change. */
  #refused = new Set<FieldName>();
  #isRendering = false;
  /** The target of an `input` event, if it was the last event: its `change` event has nothing new. */
  #typedInto: EventTarget | null = null;
  #connection = {};
  #isLoading = false;
  #status: PaymentChangeDetail = { valid: false, complete: false, brand: undefined };
  #rendered: readonly unknown[] = [];
  #reportedProblems: FieldProblems = {};

  constructor(host: FormHost, { context, announce, dispatch, renderFields }: FormOptions) {
    this.#host = host;
    this.context = context;
    this.#announce = announce;
    this.#dispatch = dispatch;
    this.#renderFields = renderFields;
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this);
  }

  hostDisconnected(): void {
    this.#connection = {};
    removeEventListener('pagehide', this);
  }

  hostUpdate(): void {
    this.#isRendering = true;
    this.inputs.beforeRender(this.#host.renderRoot as ParentNode, this.context.extra);
    this.#rendered = [this.brand?.id, this.amount, this.country];
  }

  hostUpdated(): void {
    const isNew = this.inputs.names.length === 0;
    this.inputs.afterRender(this.#host.renderRoot as ParentNode, this.context, this.country);
    this.#isRendering = false;
    this.#reportProblems();
    void this.#host.updateComplete.then(() => {
      this.#refresh(undefined, isNew); // the rules may have changed
    });
  }

  #reportProblems(): void {
    const before = this.#reportedProblems;
    this.#reportedProblems = this.shown.problems;
    for (const field of this.inputs.names) {
      const problem = this.shown.problems[field];
      if (problem && before[field] !== problem) this.#dispatch({ field, type: 'invalid', problem });
    }
  }

  handleEvent(event: Event): void {
    const { type } = event;
    if (type === 'pagehide') this.clearCard();
    else if (this.#isRendering)
      return; // a field that is removed with the focus was neither left nor changed by the shopper
    else if (type === 'keydown' || type === 'beforeinput') prepareEdit(event, this.inputs, this.brand?.cvcLength);
    else if (type === 'focusin' || type === 'focusout') this.#onFocus(event as FocusEvent);
    else if (type === 'slotchange' || type === 'animationstart') this.recheck();
    else this.#onInput(event);
  }

  get valid(): boolean {
    this.#checkAll();
    return this.inputs.names.length > 0 && this.#isValid;
  }

  /** The amount that was typed; `undefined` if it is invalid. */
  get amount(): number | undefined {
    const { rules } = this.context;
    return rules.currency ? rules.extra?.parseAmount(this.inputs.text('amount'), rules) : undefined;
  }

  get country(): string | undefined {
    return countryOf(this.inputs.values(), this.context.rules);
  }

  /** Takes over what was typed before the form worked. */
  adopt(): void {
    for (const [name, input] of this.inputs.entries) formatField(name, input);
    this.#checkAll();
    this.#showNew();
  }

  check(): boolean {
    this.readAgain();
    return this.showErrors();
  }

  /** Checks the form again. What the service has refused may be tried again. */
  readAgain(): void {
    this.#refused.clear();
    this.recheck();
  }

  /** Shows the errors of the last check, and returns whether there are none. */
  showErrors(): boolean {
    const wrong = this.#showAll();
    this.#announceErrors(wrong);
    const focused = this.inputs.focused;
    void this.#host.updateComplete.then(() => {
      if (!this.inputs.focused || this.inputs.focused === focused) wrong[0]?.focus(); // the shopper may have moved on
    });
    return this.inputs.names.length > 0 && wrong.length === 0;
  }

  refuse(names: Iterable<string>): void {
    this.#refused = new Set(names as Iterable<FieldName>);
    this.#checkAll();
    this.#showAll();
  }

  clearCard(): void {
    this.hasTestCard = false;
    this.inputs.clearCard();
    this.#host.requestUpdate();
    this.#refresh();
  }

  clear(): void {
    this.hasTestCard = false;
    this.inputs.clear(this.#host.renderRoot);
    this.offer.clear();
    this.#refused.clear();
    this.shown = new VisibleErrors();
    this.#host.requestUpdate();
    this.#refresh();
  }

  fillTestCard(): void {
    const { rules, extra } = this.context;
    const values = extra?.formTestValues(this.inputs.values(), rules);
    for (const [name, input] of this.inputs.entries) input.value = values?.[name] ?? '';
    this.hasTestCard = true;
    this.recheck();
    this.#announce(['test_card_filled']);
  }

  recheck(): void {
    if (this.#isRendering) return;
    this.#formatAll();
    this.#refresh();
    void this.#loadMissing();
  }

  #onInput(event: Event): void {
    const [name, input] = this.inputs.find(event.target) ?? [];
    const { isComposing, inputType } = event as Partial<InputEvent>;
    const isRead = name && event.type === 'change' && event.isTrusted && event.target === this.#typedInto;
    if (isRead) return;
    this.#typedInto = event.type === 'input' ? event.target : null;
    if (name && !isComposing) formatField(name, input as FieldInput, inputType);
    if (name) this.#refused.delete(name);
    this.#refresh(name, !name || !event.isTrusted); // a script may have filled in controls of the page, too
  }

  #onFocus({ type, target, relatedTarget }: FocusEvent): void {
    const isLeaving = type === 'focusout';
    const isOurs = this.inputs.find(isLeaving ? target : relatedTarget) !== undefined;
    const [field] = this.inputs.find(target) ?? [];
    if (field) this.#dispatch({ field, type: isLeaving ? 'blur' : 'focus' });
    if (isLeaving !== isOurs) return; // between two fields, focusout does the same
    this.#formatAll();
    this.#whenReleased(() => {
      this.#refresh();
      void this.#loadMissing();
      if (isLeaving) this.#showNew();
    });
  }

  #whenReleased(act: () => void): void {
    const connection = this.#connection;
    deferUntilRelease(() => {
      if (connection === this.#connection) act();
    });
  }

  #showAll(): readonly HTMLElement[] {
    const { shown } = this;
    const problems = this.#problems;
    const isChanged = shown.show(this.inputs.names, problems, shown.warning);
    shown.controls = this.controls?.check() ?? [];
    const wrong = [...this.inputs.entries.flatMap(([name, input]) => (problems[name] ? input : [])), ...shown.controls];
    shown.listed = wrong.length > 1 ? wrong.filter((control) => !isInSight(control)) : [];
    if (isChanged || wrong.length > 0) this.#host.requestUpdate(); // labels of slotted controls may have changed
    return wrong;
  }

  /** Announces what moving the focus does not, such as that there are several errors. */
  #announceErrors(wrong: readonly HTMLElement[]): void {
    const [first] = wrong;
    const urgent = wrong.length > 1;
    const [name] = this.inputs.find(first ?? null) ?? [];
    const problem = name ? this.shown.problems[name] : first && this.controls?.problemOf(first);
    const isRead = first && !hasFocus(first) && (name || !first.hasAttribute('aria-describedby'));
    const messages: Message[] = urgent ? ['summary_title'] : [];
    if (problem && !isRead) messages.push(problem);
    this.#announce(messages, { urgent });
  }

  /** Shows errors for completed fields. An empty field is an error only after Pay was pressed. */
  #showNew(problems = this.#problems): void {
    const { messages } = this.shown;
    const completed = this.inputs.entries.filter(
      ([, input]) => input.value && input.matches(':enabled') && !hasFocus(input),
    );
    const names = completed.map(([name]) => name);
    if (!this.shown.show(names, problems, this.#warning)) return;
    const added = this.shown.messages.filter((key) => !messages.includes(key));
    if (added.length > 0) this.#announce(added);
    this.#host.requestUpdate();
  }

  #refresh(typed?: FieldName, withControls = true): void {
    if (this.inputs.names.length === 0) return;
    if (withControls) this.#checkAll();
    else this.#checkFields();
    const { shown } = this;
    const isBesideFields = shown.listed.length > 0 || shown.controls.length > 0;
    const isChanged = shown.removeResolved(this.#problems, this.#warning, this.#invalidControls, typed);
    const [brand, amount, country] = this.#rendered;
    if ((isChanged && isBesideFields) || amount !== this.amount || country !== this.country) this.#host.requestUpdate();
    else if (isChanged || brand !== this.brand?.id) this.#updateFields();
    this.#report();
    if (this.#missingParts.some(({ failures }) => failures === 0)) void this.#loadMissing();
  }

  /** Renders the fields alone, because the shopper is typing. */
  #updateFields(): void {
    if (this.#host.isUpdatePending || this.inputs.names.length === 0) return;
    this.#rendered = [this.brand?.id, this.amount, this.country];
    this.#renderFields();
    this.#reportProblems();
  }

  get #isValid(): boolean {
    return this.#invalidControls.length === 0 && Object.keys(this.#problems).length === 0;
  }

  #checkAll(): void {
    this.#invalidControls = this.controls?.wrong ?? [];
    this.#checkFields();
  }

  #checkFields(): void {
    const { rules } = this.context;
    const values = this.inputs.values();
    const problems = checkForm(values, rules);
    for (const name of this.#refused) if (name in values) problems[name] ??= 'control_invalid';
    this.#problems = problems;
    this.#complete = Object.entries(values).every(
      ([name, value]) => value.trim() || rules.extra?.mayBeEmpty(name as FieldName, values, rules),
    );
    const pan = normalizePan(values['card-number'] ?? '');
    const isFinal = rules.isLive === true && !problems['card-number'];
    this.brand = brandIn(values, rules);
    this.#warning = problems['card-number'] ? undefined : warnPan(pan, isFinal ? isKnownTestNumber : undefined);
    this.#missingParts = missingParts(pan, this.brand, isFinal);
  }

  #report(): void {
    const valid = this.#isValid;
    const complete = this.#complete;
    const brand = this.brand?.id;
    const before = this.#status;
    if (valid === before.valid && complete === before.complete && brand === before.brand) return;
    this.#status = { valid, complete, brand };
    this.#dispatch(this.#status);
  }

  /** Formats all fields but the focused one, in which an input method may be composing. */
  #formatAll(): void {
    for (const [name, input] of this.inputs.entries) if (!hasFocus(input)) formatField(name, input);
  }

  async #loadMissing(): Promise<void> {
    const parts = this.#missingParts;
    if (parts.length === 0 || this.#isLoading) return;
    this.#isLoading = true;
    await loadParts(parts);
    this.#isLoading = false;
    this.#updateFields(); // a mark may have been loaded
    this.#whenReleased(() => {
      const focused = this.inputs.entries.find(([, input]) => hasFocus(input));
      this.#refresh(focused?.[0], false);
      this.#showNew(this.shown.problems);
    });
  }
}

/** Whether nothing covers a control: neither the edge of the page or of a dialog nor a fixed header. */
function isInSight(control: HTMLElement): boolean {
  const { left, top, width, height } = control.getBoundingClientRect();
  const root = control.getRootNode() as Document | ShadowRoot;
  return root.elementFromPoint(left + width / 2, top + height / 2) === control;
}

/** Events that end a press. A drag ends without `pointerup` and can leave `:active` behind, so a key counts as well. */
const RELEASES = ['pointerup', 'mouseup', 'pointercancel', 'dragend', 'keyup'];

/** An error that appears during a press would move the pressed button away, and the click would miss it. */
function deferUntilRelease(act: () => void): void {
  const waiting = new AbortController();
  const onRelease = () => {
    waiting.abort();
    setTimeout(act); // so that the click comes first
  };
  for (const type of RELEASES) addEventListener(type, onRelease, { capture: true, signal: waiting.signal });
  // Firefox and WebKit set :active after they have moved the focus.
  setTimeout(() => {
    if (waiting.signal.aborted || document.documentElement.matches(':active')) return;
    waiting.abort();
    act();
  });
}
