import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { PaymentError } from './errors.js';
import type { PaymentState } from './events.js';
import { FIELDS } from './fields.js';
import { FAILURE_MESSAGES, type MessageKey } from './messages.js';
import type { FieldName, FieldProblems } from './payment/form.js';

/** All that can be seen of the widget at one moment. */
export interface View {
  readonly state: PaymentState;
  readonly banner: boolean;
  readonly fields: readonly FieldName[];
  readonly problems: FieldProblems;
  readonly brand: string | undefined;
  readonly disabled: boolean;
  readonly withoutButton: boolean;
  /** Why the last payment was not made. */
  readonly failure: PaymentError | undefined;
  /** What the developer has to mend. */
  readonly configurationError: PaymentError | undefined;
  readonly reference: string | undefined;
  /** A text by its key, with amount and reference filled in. */
  readonly text: (key: MessageKey) => string;
  readonly onSubmit: (event: Event) => void;
  readonly onInput: (event: Event) => void;
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
      @input=${view.onInput}
      @change=${view.onInput}
      @focusout=${view.onLeave}
      @keydown=${ignoreHeldEnter}
    >
      <fieldset ?disabled=${view.disabled}>
        ${repeat(
          view.fields,
          (name) => name,
          (name) => renderField(view, name, busy),
        )}
      </fieldset>
      <slot name="before-button"></slot>
      <div class="actions">
        <div role="alert">
          ${view.failure ? html`<p class="summary" part="summary">${view.text(failureMessage(view.failure))}</p>` : nothing}
        </div>
        <button
          type="submit"
          part="pay-button"
          ?hidden=${view.withoutButton}
          ?disabled=${view.disabled}
          aria-disabled=${busy ? 'true' : 'false'}
          @click=${ignoreSecondClick}
        >
          ${busy ? html`<span class="spinner"></span>${view.text('busy')}` : view.text('pay')}
        </button>
      </div>
    </form>
  `;
}

function renderField(view: View, name: FieldName, busy: boolean): TemplateResult {
  const { id, label, placeholder, autocomplete, inputmode, half } = FIELDS[name];
  const problem = view.problems[name];
  const brand = name === 'card-number' ? html`<span class="brand" id="brand">${view.brand ?? nothing}</span>` : nothing;
  return html`
    <div class="field ${half ? 'half' : ''}" part="field">
      <label part="label" for=${id}>${view.text(label)}</label>
      <div class="control" dir=${inputmode === 'numeric' ? 'ltr' : nothing}>
        <input
          part="input"
          id=${id}
          name=${id}
          type="text"
          autocomplete=${autocomplete}
          inputmode=${inputmode}
          placeholder=${placeholder ? view.text(placeholder) : nothing}
          spellcheck="false"
          autocapitalize="off"
          aria-required="true"
          aria-invalid=${problem ? 'true' : 'false'}
          aria-describedby=${name === 'card-number' ? `brand ${id}-error` : `${id}-error`}
          ?readonly=${busy}
        />
        ${brand}
      </div>
      <div id="${id}-error" aria-live="polite">
        ${problem ? html`<p class="error" part="error">${view.text(problem)}</p>` : nothing}
      </div>
    </div>
  `;
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

function failureMessage(failure: PaymentError): MessageKey {
  return FAILURE_MESSAGES[failure.code] ?? 'failed_shop';
}

/** The second click of a double click is never a wish to pay again. */
function ignoreSecondClick(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}

/** Nor is an Enter key that is held down. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}
