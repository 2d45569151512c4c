import { html, nothing, type TemplateResult } from 'lit';
import type { PaymentError } from '../../contract/errors.js';
import type { ErrorLink } from '../../form/error-summary.js';
import { own } from '../own-content.js';
import { renderIcon } from './icons.js';
import type { Text } from './texts.js';

export function renderBanner(text: Text): TemplateResult {
  return html`<p class="banner" part="banner">${own(text('banner'))}</p>`;
}

export function renderTestCard(text: Text, isDisabled: boolean, fill: () => void): TemplateResult {
  return html`
    <button
      class="test-card"
      type="button"
      part="test-card-button"
      aria-disabled=${isDisabled || nothing}
      @click=${fill}
    >
      ${renderIcon('card')}${own(text('test_card'))}
    </button>
  `;
}

/** The message is for developers, in English. */
export function renderSetupError(text: Text, { message, code }: PaymentError): TemplateResult {
  return html`
    <div class="panel configuration" part="setup-error" tabindex="-1">
      ${renderIcon('error')}
      <div>
        <p><strong>${own(text('configuration_title'))}</strong></p>
        <p lang="en" dir="ltr"><span>${own(message)}</span> <code>${own(code)}</code></p>
      </div>
    </div>
  `;
}

/** Above the button: links to the invalid fields, or why the last payment failed. */
export function renderSummary(title: string, errors: readonly ErrorLink[]): TemplateResult {
  const links = errors.map(
    ({ label, id, goTo }) =>
      html`<li>
        <a part="summary-link" href="#${id}" @click=${goTo}><bdi>${own(label)}</bdi></a>
      </li>`,
  );
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
        <p id="summary-title" part="summary-title">${own(title)}</p>
        <ul ?hidden=${errors.length === 0}>
          ${[links] /* has markers of its own, see own-content.ts */}
        </ul>
      </div>
    </div>
  `;
}
