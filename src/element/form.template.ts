import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { renderField } from './field.template.js';
import { own } from './own-content.js';
import type { FormView } from './view.js';

/** The form. Enter presses its submit button, even if that is hidden. `method=dialog` keeps card data out of the URL if the script fails. */
export function renderForm(view: FormView, pageDirection: string | undefined): TemplateResult {
  const { fields, isBusy, isDisabled, withoutButton } = view;
  const paysOnEnter = !withoutButton || view.submitOnEnter;
  const lastKey = paysOnEnter ? 'go' : 'done';
  const [before, ...after] = view.payText.split(view.price as string); // whole without a price
  const renderPriceAnd = (text: string) => html`<span translate="no">${own(view.price)}</span>${own(text)}`;
  const names = fields.map(({ name }) => name).join(' ');
  return html`
    <form
      part="form"
      method="dialog"
      novalidate
      aria-label=${view.label}
      aria-busy=${isBusy || nothing}
      ?hidden=${view.isHidden ?? false}
      @submit=${view.onSubmit}
    >
      <fieldset role="none" part="fields" ?disabled=${isDisabled}>
        ${own(
          keyed(
            names, // Lit would reuse the input of one field for another
            fields.map((field, index) =>
              (field.render ?? renderField)(field, isBusy, fields[index + 1] ? 'next' : lastKey),
            ),
          ),
        )}
      </fieldset>
      <slot name="before-button" dir=${pageDirection ?? nothing}></slot>
      ${own(view.controlErrors)}
      <div class="actions" part="actions">
        ${own(view.summary)}
        <button
          class="pay"
          type=${paysOnEnter ? 'submit' : 'button'}
          part="pay-button"
          ?hidden=${withoutButton}
          ?disabled=${isDisabled}
          aria-disabled=${isBusy || view.isWaiting || nothing}
          @click=${view.onPayClick}
        >
          <span class="control">
            <span>${own(before)}${own(after.map(renderPriceAnd))}</span>
            ${own(isBusy ? renderBusy(view.busyText) : nothing)}
          </span>
        </button>
      </div>
    </form>
  `;
}

/** Over the text, which stays, unseen: for its size, and as the accessible name, which would be announced beside the live region. */
function renderBusy(text: string): TemplateResult {
  return html`<span class="busy" aria-hidden="true"><span class="spinner" part="spinner"></span>${own(text)}</span>`;
}
