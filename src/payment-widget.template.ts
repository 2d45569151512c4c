import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ErrorEntry } from './error-list.js';
import type { PaymentError } from './errors.js';
import type { PaymentState } from './events.js';
import { FIELDS } from './fields.js';
import type { MessageKey } from './messages.js';
import type { FieldName, FieldProblems, FieldWarnings } from './payment/form.js';

/** All that can be seen of the widget at one moment. */
export interface View {
  readonly state: PaymentState;
  readonly banner: boolean;
  readonly fields: readonly FieldName[];
  /** Changes when a field has to be made anew. */
  readonly keyOf: (name: FieldName) => string;
  readonly problems: FieldProblems;
  readonly warnings: FieldWarnings;
  /** Everything that is wrong, once Pay was pressed and it is more than one thing. */
  readonly errors: readonly ErrorEntry[];
  readonly brand: string | undefined;
  readonly currency: string | undefined;
  /** What the button says. */
  readonly payText: string;
  readonly disabled: boolean;
  readonly withoutButton: boolean;
  /** Why the last payment was not made. */
  readonly failureText: string | undefined;
  /** What the developer has to mend. */
  readonly configurationError: PaymentError | undefined;
  readonly reference: string | undefined;
  /** A text by its key, with amount and reference filled in. */
  readonly text: (key: MessageKey) => string;
  readonly onPress: () => void;
  readonly onClick: (event: MouseEvent) => void;
  readonly onSubmit: (event: Event) => void;
  readonly onBeforeInput: (event: InputEvent) => void;
  readonly onInput: (event: Event) => void;
  readonly onLook: () => void;
  readonly onLeave: (event: FocusEvent) => void;
}

/** Draws the widget. Live regions are there, empty, from the first time on: one that comes with its text is not read. */
export function renderWidget(view: View): TemplateResult {
  const ended = view.state === 'paid' || view.state === 'pending' || view.state === 'unknown';
  return html`
    <div role="status">${view.banner ? html`<p class="banner" part="banner">${view.text('banner')}</p>` : nothing}</div>
    <slot name="header"></slot>
    <div role="alert">
      ${view.configurationError ? renderConfigurationError(view, view.configurationError) : nothing}
    </div>
    ${ended ? renderResult(view) : renderForm(view)}
    <div class="visually-hidden" role="status">${view.state === 'busy' ? view.text('busy') : nothing}</div>
    <slot name="footer"></slot>
  `;
}

function renderConfigurationError(view: View, error: PaymentError): TemplateResult {
  return html`
    <div class="configuration" part="error">
      <strong>${view.text('configuration_title')}</strong>
      <p>${error.message} <code>${error.code}</code></p>
    </div>
  `;
}

function renderForm(view: View): TemplateResult {
  const busy = view.state === 'busy';
  // method=dialog: were the script to fail, the browser would still not put a card into an address.
  return html`
    <form
      part="form"
      method="dialog"
      novalidate
      ?hidden=${view.configurationError !== undefined}
      aria-busy=${busy ? 'true' : 'false'}
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
      <fieldset ?disabled=${view.disabled}>
        ${repeat(view.fields, view.keyOf, (name) => renderField(view, name, busy))}
      </fieldset>
      <slot name="before-button" @slotchange=${view.onLook}></slot>
      <div class="actions">
        <div role="alert">${renderSummary(view)}</div>
        <button
          type="submit"
          part="pay-button"
          ?hidden=${view.withoutButton}
          ?disabled=${view.disabled}
          aria-disabled=${busy ? 'true' : 'false'}
          @pointerdown=${view.onPress}
          @click=${view.onClick}
        >
          ${busy ? html`<span class="spinner"></span>${view.text('busy')}` : view.payText}
        </button>
      </div>
    </form>
  `;
}

/** Just above the button: what keeps the form from being sent, or why the last payment was not made. */
function renderSummary(view: View): TemplateResult | typeof nothing {
  if (view.errors.length > 0) {
    return html`
      <div class="summary" part="summary">
        <p>${view.text('summary_title')}</p>
        <ul>
          ${repeat(view.errors, renderError)}
        </ul>
      </div>
    `;
  }
  return view.failureText ? html`<p class="summary" part="summary">${view.failureText}</p>` : nothing;
}

function renderError({ text, id, goTo }: ErrorEntry): TemplateResult {
  return html` <li><a href="#${id}" @click=${goTo}>${text}</a></li> `;
}

function renderField(view: View, name: FieldName, busy: boolean): TemplateResult {
  const { id, label, half, ltr } = FIELDS[name];
  const problem = view.problems[name];
  const warning = problem ? undefined : view.warnings[name];
  return html`
    <div class="field ${half ? 'half' : ''}" part="field">
      <label part="label" for=${id}>${view.text(label)}</label>
      <div class="control" dir=${ltr ? 'ltr' : nothing}>
        ${FIELDS[name].type === 'select' ? renderSelect(view, name) : renderInput(view, name, busy)}
        ${renderAffix(view, name)}
      </div>
      <div id="${id}-error" aria-live="polite">
        ${problem ? html`<p class="error" part="error">${view.text(problem)}</p>` : nothing}
        ${warning ? html`<p class="warning" part="warning">${view.text(warning)}</p>` : nothing}
      </div>
    </div>
  `;
}

function renderInput(view: View, name: FieldName, busy: boolean): TemplateResult {
  const { id, type = 'text', placeholder, autocomplete, inputmode, affix } = FIELDS[name];
  return html`
    <input
      part="input"
      id=${id}
      name=${id}
      type=${type}
      autocomplete=${autocomplete}
      inputmode=${inputmode ?? nothing}
      placeholder=${placeholder ? view.text(placeholder) : nothing}
      spellcheck="false"
      autocapitalize="off"
      aria-required="true"
      aria-invalid=${view.problems[name] ? 'true' : 'false'}
      aria-describedby=${affix ? `${id}-affix ${id}-error` : `${id}-error`}
      ?readonly=${busy}
    />
  `;
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
      aria-invalid=${view.problems[name] ? 'true' : 'false'}
      aria-describedby="${id}-error"
    >
      <option value="">${placeholder ? view.text(placeholder) : nothing}</option>
    </select>
  `;
}

/** What stands at the end of an input: the brand of the card, the currency of the amount. */
function renderAffix(view: View, name: FieldName): TemplateResult | typeof nothing {
  const { id, affix } = FIELDS[name];
  return affix ? html`<span class="affix" id="${id}-affix">${view[affix] ?? nothing}</span>` : nothing;
}

function renderResult(view: View): TemplateResult {
  const state = view.state as 'paid' | 'pending' | 'unknown';
  return html`
    <section class="result ${state}" part="result" tabindex="-1" aria-labelledby="result-title">
      <h2 id="result-title">${view.text(`${state}_title`)}</h2>
      <p>${view.text(`${state}_text`)}</p>
      ${view.reference ? html`<p class="reference">${view.text('reference')}</p>` : nothing}
    </section>
  `;
}

/** An Enter key that is held down is never a wish to pay again. The inputs of the page are the page's. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  const isOurs = (event.currentTarget as Element).contains(event.target as Element);
  if (event.key === 'Enter' && event.repeat && isOurs) event.preventDefault();
}
