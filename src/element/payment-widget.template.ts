import { html, nothing, render, type TemplateResult } from 'lit';
import type { Announcement } from './live-region.js';
import { drawIcon, drawMark } from './icons.js';
import type { ErrorEntry } from '../form/error-summary.js';
import type { PaymentError } from '../contract/errors.js';
import { FIELDS } from '../form/fields.js';
import type { CardBrand } from '../card/card.js';
import type { FieldName } from '../contract/field-names.js';
import type { FieldProblems, FieldWarnings } from '../card/form-rules.js';
import { renderResult, type ResultView } from './result-panel.template.js';

/** All that can be seen of the widget at one moment. */
export interface View extends ResultView {
  /** Whether nothing has been drawn before: then the live regions are. */
  readonly isFirst: boolean;
  readonly banner: boolean;
  /** Whether testers get the button that fills in a test card. */
  readonly testCard: boolean;
  /**
   * The page's direction while the texts are English for want of better ones: they go from left to right then, what the
   * page puts into the slots does not.
   */
  readonly foreignDirection: string | undefined;
  /** What is said to screen readers alone. */
  readonly announcement: Announcement;
  readonly fields: readonly FieldName[];
  readonly problems: FieldProblems;
  readonly warnings: FieldWarnings;
  /** Everything that is wrong, once Pay was pressed and it is more than one thing. */
  readonly errors: readonly ErrorEntry[];
  readonly brand: CardBrand | undefined;
  /** Its mark; `null` when there is none, `undefined` while that is not known. */
  readonly mark: readonly Element[] | null | undefined;
  readonly currency: string | undefined;
  /** What the button says. */
  readonly payText: string;
  readonly disabled: boolean;
  readonly withoutButton: boolean;
  /** Why the last payment was not made. */
  readonly failureText: string | undefined;
  /** What the developer has to mend. */
  readonly configurationError: PaymentError | undefined;
  /** Whether an earlier payment is asked about, before there is a form. */
  readonly isChecking: boolean;
  /** Whether the button has to wait for the service. */
  readonly isWaiting: boolean;
  readonly onTestCard: () => void;
  readonly onPress: () => void;
  readonly onClick: (event: MouseEvent) => void;
  readonly onSubmit: (event: Event) => void;
  readonly onBeforeInput: (event: InputEvent | KeyboardEvent) => void;
  readonly onInput: (event: Event) => void;
  readonly onLook: (event?: Event) => void;
  readonly onLeave: (event: FocusEvent) => void;
}

/** Draws all but the fields. Live regions are there, empty, from the first time on: one that comes with its text is not read. */
export function renderWidget(view: View): TemplateResult {
  const { foreignDirection, state, isFirst } = view;
  const ended = state === 'paid' || state === 'pending' || state === 'unknown';
  const { configurationError: error } = view;
  return html`
    <div class="widget" lang=${foreignDirection ? 'en' : nothing} dir=${foreignDirection ? 'ltr' : nothing}>
      <div class="test">
        <div role="status">
          ${view.banner && !isFirst ? html`<p class="banner" part="banner">${view.text('banner')}</p>` : nothing}
        </div>
        ${view.testCard && !ended && !error && !view.isChecking ? renderTestCard(view) : nothing}
      </div>
      <slot name="header" dir=${foreignDirection ?? nothing}></slot>
      <div role="alert">${error && !isFirst ? renderConfigurationError(view, error) : nothing}</div>
      ${view.isChecking ? renderChecking(view) : ended ? renderResult(view) : renderForm(view)}
      <div class="visually-hidden" role="status">
        ${state === 'busy' ? view.text('busy') : renderAnnouncement(view, false)}
      </div>
      <div class="visually-hidden" role="alert">${renderAnnouncement(view, true)}</div>
      <slot name="footer" dir=${foreignDirection ?? nothing}></slot>
    </div>
  `;
}

function renderAnnouncement({ announcement, text }: View, isUrgent: boolean): unknown {
  const { keys, urgent, element } = announcement;
  if (!element || keys.length === 0 || urgent !== isUrgent) return nothing;
  render(keys.map(text).join(' '), element);
  return element;
}

function renderTestCard(view: View): TemplateResult {
  return html`
    <button
      class="test-card"
      type="button"
      part="test-card-button"
      aria-disabled=${view.disabled || view.state === 'busy' || nothing}
      @click=${view.onTestCard}
    >
      ${drawIcon('card')}${view.text('test_card')}
    </button>
  `;
}

/** What is wrong is told in English, to developers. */
function renderConfigurationError(view: View, error: PaymentError): TemplateResult {
  return html`
    <div class="panel configuration" part="setup-error" tabindex="-1">
      ${drawIcon('error')}
      <div>
        <p><strong>${view.text('configuration_title')}</strong></p>
        <p lang="en" dir="ltr">${error.message} <code>${error.code}</code></p>
      </div>
    </div>
  `;
}

function renderChecking(view: View): TemplateResult {
  return html`<p class="checking" part="checking">
    <span class="spinner" part="spinner"></span>${view.text('checking')}
  </p>`;
}

function renderForm(view: View): TemplateResult {
  const busy = view.state === 'busy';
  // method=dialog: were the script to fail, the browser would still not put a card into an address.
  return html`
    <form
      part="form"
      method="dialog"
      novalidate
      aria-label=${view.text('form')}
      ?hidden=${view.configurationError !== undefined}
      aria-busy=${busy || nothing}
      @submit=${view.onSubmit}
      @beforeinput=${view.onBeforeInput}
      @input=${view.onInput}
      @change=${view.onInput}
      @compositionend=${view.onInput}
      @animationstart=${view.onLook}
      @focusin=${view.onLook}
      @focusout=${view.onLeave}
      @keydown=${ignoreHeldEnter}
    >
      <fieldset role="none" part="fields" ?disabled=${view.disabled} @keydown=${view.onBeforeInput}></fieldset>
      <slot name="before-button" dir=${view.foreignDirection ?? nothing} @slotchange=${view.onLook}></slot>
      <div class="actions" part="actions">
        ${renderSummary(view)}
        <button
          class="pay"
          type="submit"
          part="pay-button"
          ?hidden=${view.withoutButton}
          ?disabled=${view.disabled}
          aria-disabled=${busy || view.isWaiting || nothing}
          @pointerdown=${view.onPress}
          @click=${view.onClick}
        >
          ${busy ? renderBusy(view) : view.payText}
        </button>
      </div>
    </form>
  `;
}

/** The button keeps its name: one that changes under the focus would be read, beside the message that says the same. */
function renderBusy(view: View): TemplateResult {
  return html`<span class="spinner" part="spinner"></span><span aria-hidden="true">${view.text('busy')}</span>
    <span class="visually-hidden">${view.payText}</span>`;
}

/** Just above the button: what keeps the form from being sent, or why the last payment was not made. */
function renderSummary(view: View): TemplateResult | typeof nothing {
  const { errors, failureText } = view;
  if (errors.length === 0 && !failureText) return nothing;
  const entries = errors.map(renderError);
  return html`
    <div
      class="panel ${errors.length > 0 ? 'summary' : 'failure'}"
      part="summary"
      role="group"
      tabindex="-1"
      aria-labelledby="summary-title"
    >
      ${drawIcon('error')}
      <div>
        <p id="summary-title" part="summary-title">${failureText || view.text('summary_title')}</p>
        <ul ?hidden=${errors.length === 0}>
          ${entries}
        </ul>
      </div>
    </div>
  `;
}

function renderError({ label, text, id, goTo }: ErrorEntry): TemplateResult {
  return html`
    <li>
      <a part="summary-link" href="#${id}" @click=${goTo}
        ><span>${label ? html`<bdi>${label}</bdi>: ` : nothing}${text}</span></a
      >
    </li>
  `;
}

/** The name of each field element. */
const NAMES = new WeakMap<Element, FieldName>();

/** Renders the fields. Reuses the element of a field, so that it keeps its value and caret, and moves it only if needed. */
export function drawFields(view: View, list: Element): void {
  const before = new Map([...list.children].map((field) => [NAMES.get(field), field]));
  const fields = view.fields.map((name) => {
    const field = before.get(name) ?? createField(name);
    NAMES.set(field, name);
    render(renderField(view, name), field as HTMLElement);
    return field;
  });
  for (const field of before.values()) if (!fields.includes(field)) field.remove();
  fields.forEach((field, index) => {
    const place = list.children[index];
    if (field !== place) list.insertBefore(field, place ?? null);
  });
}

function createField(name: FieldName): Element {
  const home = new DocumentFragment();
  render(html`<div class="field ${FIELDS[name].half ? 'half' : ''}" part="field"></div>`, home);
  return home.firstElementChild as Element;
}

function renderField(view: View, name: FieldName): TemplateResult {
  const { id, label, dir, affix, type } = FIELDS[name];
  const problem = view.problems[name];
  const warning = problem ? undefined : view.warnings[name];
  return html`
    <div class="label">
      <label part="label" for=${id}>${view.text(label)}</label>
      ${affix === 'brand' ? renderAffix(view, name) : nothing}
    </div>
    <div class="control" dir=${dir === 'ltr' ? dir : nothing}>
      ${type === 'select' ? renderSelect(view, name) : renderInput(view, name)}
      ${affix === 'brand' ? nothing : renderAffix(view, name)}
    </div>
    <div id="${id}-error">
      ${problem ? html`<p class="error" part="error">${drawIcon('error')}${view.text(problem)}</p>` : nothing}
      ${warning ? html`<p class="warning" part="warning">${view.text(warning)}</p>` : nothing}
    </div>
  `;
}

function renderInput(view: View, name: FieldName): TemplateResult {
  const { id, type = 'text', placeholder, autocomplete, inputmode, dir } = FIELDS[name];
  return html`
    <input
      part="input"
      id=${id}
      name=${id}
      type=${type}
      dir=${dir ?? nothing}
      autocomplete=${autocomplete}
      inputmode=${inputmode ?? nothing}
      placeholder=${placeholder ? view.text(placeholder) : nothing}
      spellcheck="false"
      autocapitalize="off"
      aria-required="true"
      aria-invalid=${view.problems[name] ? 'true' : nothing}
      aria-describedby=${describedBy(view, name)}
      ?readonly=${view.state === 'busy'}
    />
  `;
}

/** What is read with the field. An error says where the code stands, too. */
function describedBy(view: View, name: FieldName): string {
  const { id, affix } = FIELDS[name];
  const isSaid = !affix || (affix === 'code' && view.problems[name]);
  return isSaid ? `${id}-error` : `${id}-affix ${id}-error`;
}

/** The countries come when the language is known: see `country-options.ts`. */
function renderSelect(view: View, name: FieldName): TemplateResult {
  const { id, placeholder, autocomplete } = FIELDS[name];
  return html`
    <select
      part="input"
      id=${id}
      name=${id}
      autocomplete=${autocomplete}
      aria-required="true"
      aria-invalid=${view.problems[name] ? 'true' : nothing}
      aria-describedby="${id}-error"
    >
      <option value="">${placeholder ? view.text(placeholder) : nothing}</option>
    </select>
  `;
}

/** What stands at the end of an input, the mark above it: a number needs all the room. It describes the field, and is read with it alone. */
function renderAffix(view: View, name: FieldName): TemplateResult | typeof nothing {
  const { id, affix } = FIELDS[name];
  return affix
    ? html`<span class="affix" part="affix" id="${id}-affix" aria-hidden="true">${AFFIXES[affix](view)}</span>`
    : nothing;
}

const AFFIXES = {
  brand: renderBrand,
  code: renderCodeHint,
  currency: ({ currency }: View) => currency,
  list: () => drawIcon('list'),
};

/** The mark of the card's network. One that has none is written out. */
function renderBrand({ brand, mark }: View): TemplateResult | typeof nothing {
  if (!brand) return nothing;
  const name = html`<span class=${mark === null ? 'brand' : 'visually-hidden'}>${brand.name}</span>`;
  return html`${mark ? drawMark(mark) : nothing}${name}`;
}

/** Where to find the security code. */
function renderCodeHint({ brand, text }: View): TemplateResult {
  const isOnFront = brand?.cvcLength === 4;
  return html`${drawIcon(isOnFront ? 'code-on-front' : 'code-on-back')}
    <span class="visually-hidden">${text(isOnFront ? 'hint_card_cvc_4' : 'hint_card_cvc')}</span>`;
}

/** An Enter key that is held down is never a wish to pay again. The inputs of the page are the page's. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  const isOurs = (event.currentTarget as Element).contains(event.target as Element);
  if (event.key === 'Enter' && event.repeat && isOurs) event.preventDefault();
}
