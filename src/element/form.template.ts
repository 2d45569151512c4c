import { html, nothing, type TemplateResult } from 'lit';
import type { ErrorEntry } from '../form/error-summary.js';
import { renderIcon } from './icons.js';
import type { View } from './view.js';

/** The form, with an empty list for the fields. `method=dialog` keeps card data out of the URL if the script fails. */
export function renderForm(view: View): TemplateResult {
  const { form, on, text, pageDirection } = view;
  const busy = view.state === 'busy';
  return html`
    <form
      part="form"
      method="dialog"
      novalidate
      aria-label=${text('form')}
      ?hidden=${view.error !== undefined || view.keepsForm}
      aria-busy=${busy || nothing}
      @submit=${on.submit}
      @beforeinput=${form}
      @input=${form}
      @change=${form}
      @compositionend=${form}
      @animationstart=${form}
      @focusin=${form}
      @focusout=${form}
      @keydown=${ignoreHeldEnter}
    >
      <fieldset role="none" part="fields" ?disabled=${view.disabled} @keydown=${form}></fieldset>
      <slot name="before-button" dir=${pageDirection ?? nothing} @slotchange=${form}></slot>
      <div class="actions" part="actions">
        ${renderSummary(view)}
        <button
          class="pay"
          type="submit"
          part="pay-button"
          ?hidden=${view.withoutButton}
          ?disabled=${view.disabled}
          aria-disabled=${busy || view.isWaiting || nothing}
          @click=${on.click}
        >
          ${busy ? renderBusy(view) : view.payText}
        </button>
      </div>
    </form>
  `;
}

/** The button keeps its accessible name: a screen reader would announce a change beside the live region. */
function renderBusy({ text, payText }: View): TemplateResult {
  return html`<span class="spinner" part="spinner"></span><span aria-hidden="true">${text('busy')}</span>
    <span class="visually-hidden">${payText}</span>`;
}

/** Above the button: the errors of the form, or why the last payment failed. */
function renderSummary({ errors, failureText, text }: View): TemplateResult | typeof nothing {
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
      ${renderIcon('error')}
      <div>
        <p id="summary-title" part="summary-title">${failureText || text('summary_title')}</p>
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

/** A held Enter key does not pay again. Inputs in slots belong to the page. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  const isOurs = (event.currentTarget as Element).contains(event.target as Element);
  if (event.key === 'Enter' && event.repeat && isOurs) event.preventDefault();
}
