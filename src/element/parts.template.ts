import { html, nothing, svg, type TemplateResult } from 'lit';
import type { PaymentError } from '../contract/errors.js';
import type { BrandMark } from '../form/brand-marks.js';
import type { ErrorLink } from '../form/error-summary.js';
import type { ControlError } from '../form/slotted-controls.js';
import { resultKey, titleKey } from '../i18n/messages.js';
import type { EndedState } from '../payment/payment-session.js';
import type { CardEnding } from '../payment/send-attempt.js';
import { type FieldView, asNewText } from './widget.template.js';
import type { Text } from './texts.js';

const CARD = 'M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z';

/** Stroked SVG paths in a 24-unit square. */
const ICONS = {
  card: `${CARD}M3 10h18M6.5 15h4`,
  'code-on-back': `${CARD}M3 9h18M13 13h5.5v3H13z`,
  'code-on-front': `${CARD}M6.5 15.5h5M13 8.5h5.5v3H13z`,
  list: 'M6 9.5l6 6 6-6',
  error: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 7.5V13M12 16.4v.1',
  paid: 'M6 12.5l4 4L18 8.5',
  pending: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17M12 7.5V12l3 2',
  unknown: 'M9.3 9.4a2.7 2.7 0 1 1 4 2.3c-.9.5-1.3 1-1.3 2.1M12 17v.1',
};

export function renderIcon(name: keyof typeof ICONS): TemplateResult {
  return html`<svg class="icon" part="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;
}

/** A card while the brand is unknown. `mark` is `null` if the brand has none: its name is shown. */
export function renderBrand(name: string | undefined, mark: BrandMark | null | undefined): TemplateResult {
  if (name && mark === null) return html`<span class="brand">${asNewText(name)}</span>`;
  return html`${asNewText(mark ? renderMark(mark) : renderIcon('card'))}
    <span class="visually-hidden">${asNewText(name)}</span>`;
}

export function renderMark({ plate, shapes = [], letters }: BrandMark): TemplateResult {
  const [stroke, width, path] = letters ?? [];
  const filled = shapes.map(([fill, d]) => svg`<path fill=${fill} d=${d} />`);
  return html`
    <svg class="mark" part="mark" viewBox="0 0 36 24" aria-hidden="true">
      <rect width="36" height="24" rx="4" fill=${plate} />
      ${asNewText(filled)}
      ${asNewText(letters && svg`<path class="letters" stroke=${stroke} stroke-width=${width} d=${path} />`)}
    </svg>
  `;
}

/** The form adds the options once the language is known. */
export function renderSelect({ definition, error, placeholder }: FieldView): TemplateResult {
  const { id, autocomplete } = definition;
  return html`
    <select
      part="input"
      id=${id}
      name=${id}
      autocomplete=${autocomplete}
      aria-required=${definition.isOptional ? nothing : 'true'}
      aria-invalid=${error ? 'true' : nothing}
      aria-describedby="${id}-error"
    >
      <option value="">${asNewText(placeholder)}</option>
    </select>
  `;
}

export function renderCodeHint(isOnFront: boolean, hint: string): TemplateResult {
  return html`${asNewText(renderIcon(isOnFront ? 'code-on-front' : 'code-on-back'))}
    <span class="visually-hidden">${asNewText(hint)}</span>`;
}

export function renderError(error: string | TemplateResult): TemplateResult {
  return html`<p class="error" part="error">${renderIcon('error')}<span>${asNewText(error)}</span></p>`;
}

/** Below the slot: the controls themselves belong to the page. */
export function renderControlErrors(errors: readonly ControlError[]): TemplateResult {
  const entries = errors.map(({ label, text }) =>
    renderError(html`${label ? html`<bdi>${asNewText(label)}</bdi>: ` : nothing}<bdi>${asNewText(text)}</bdi>`),
  );
  return html`<div class="control-errors">${entries}</div>`;
}

export function renderWarning(warning: string): TemplateResult {
  return html`<p class="warning" part="warning">${asNewText(warning)}</p>`;
}

export function renderBanner(text: Text): TemplateResult {
  return html`<p class="banner" part="banner">${asNewText(text('banner'))}</p>`;
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
      ${renderIcon('card')}${asNewText(text('test_card'))}
    </button>
  `;
}

/** The message is for developers, in English. */
export function renderSetupError(text: Text, { message, code }: PaymentError): TemplateResult {
  return html`
    <div class="panel configuration" part="setup-error" tabindex="-1">
      ${renderIcon('error')}
      <div>
        <p><strong>${asNewText(text('configuration_title'))}</strong></p>
        <p lang="en" dir="ltr"><span>${asNewText(message)}</span> <code>${asNewText(code)}</code></p>
      </div>
    </div>
  `;
}

export function renderSummary(title: string, errors: readonly ErrorLink[]): TemplateResult {
  const links = errors.map(
    ({ label, control }) =>
      html`<li>
        <a part="summary-link" href="#${control.id}" @click=${goTo(control)}><bdi>${asNewText(label)}</bdi></a>
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
        <p id="summary-title" part="summary-title">${asNewText(title)}</p>
        <ul ?hidden=${errors.length === 0}>
          ${[links] /* has markers of its asNewText */}
        </ul>
      </div>
    </div>
  `;
}

/** A link by its URL cannot reach into the shadow root. */
const goTo = (control: HTMLElement) => (event: Event) => {
  event.preventDefault();
  control.focus();
};

/** Receives focus, so that screen readers read title and text. */
function renderPanel(
  state: EndedState['name'],
  sign: TemplateResult,
  title: string,
  text: TemplateResult,
  below: TemplateResult,
): TemplateResult {
  return html`
    <section
      class="result ${state}"
      part="result"
      tabindex="-1"
      aria-labelledby="result-title"
      aria-describedby="result-text"
    >
      ${asNewText(sign)}
      <h2 id="result-title" part="result-title">${asNewText(title)}</h2>
      <div id="result-text" part="result-text">${text}</div>
      ${below}
    </section>
  `;
}

export interface RetryView {
  readonly isWarned: boolean;
  readonly toggleWarning: () => void;
  readonly retryAnyway: () => void;
}

export function renderResult(state: EndedState, following: boolean, retry: RetryView, text: Text): TemplateResult {
  const { name, attempt } = state;
  const isFollowed = name === 'unknown' && following;
  return renderPanel(
    name,
    isFollowed ? html`<span class="spinner" part="spinner"></span>` : renderIcon(name),
    text(titleKey(name, following)),
    html`
      <p>${asNewText(text(resultKey(name, following, attempt.amount)))}</p>
      ${asNewText(name === 'paid' && state.card ? renderCard(state.card, text) : nothing)}
      ${asNewText(attempt.reference ? html`<p class="reference" part="reference">${asNewText(text('reference'))}</p>` : nothing)}
    `,
    html`
      <p class="reference" part="time">${asNewText(text('time'))}</p>
      ${asNewText(isFollowed ? nothing : renderPrint(text))}
      ${asNewText(name === 'unknown' && !isFollowed ? renderRetry(retry, text) : nothing)}
    `,
  );
}

/** In place of the form while the bank is asked, and for a shopper who has come back without an outcome. */
export function renderAction(text: Text, leave: () => void): TemplateResult {
  return renderPanel(
    'pending',
    renderIcon('pending'),
    text('action_title'),
    html`
      <p>${asNewText(text('action_text'))}</p>
      <p class="reference" part="reference">${asNewText(text('reference'))}</p>
    `,
    html`<button class="pay" type="button" part="action-button" @click=${leave}>
      ${asNewText(text('action_continue'))}
    </button>`,
  );
}

function renderPrint(text: Text): TemplateResult {
  return html`<button class="print" type="button" part="print-button" @click=${printPage}>
    ${asNewText(text('print'))}
  </button>`;
}

/** Screen readers read a sentence instead of the dots. */
function renderCard({ brand, lastDigits }: CardEnding, text: Text): TemplateResult {
  return html`<p class="reference">
    <bdo dir="ltr" aria-hidden="true">${asNewText(`${brand ?? ''} •••• ${lastDigits}`)}</bdo>
    <span class="visually-hidden">${asNewText(text('card_ending'))}</span>
  </p>`;
}

/** Paying again needs a second click, after a warning. */
function renderRetry({ isWarned, toggleWarning, retryAnyway }: RetryView, text: Text): TemplateResult {
  if (!isWarned) {
    return html`<button class="go-on" type="button" part="go-on-button" @click=${toggleWarning}>
      ${asNewText(text('unknown_go_on'))}
    </button>`;
  }
  return html`
    <div class="panel caution" part="caution" role="group" tabindex="-1" aria-labelledby="caution">
      ${renderIcon('error')}
      <p id="caution">${asNewText(text('unknown_warning'))}</p>
    </div>
    <button class="back" type="button" part="back-button" @click=${toggleWarning}>
      ${asNewText(text('unknown_back'))}
    </button>
    <button class="go-on" type="button" part="go-on-button" @click=${retryAnyway}>
      ${asNewText(text('unknown_confirm'))}
    </button>
  `;
}

function printPage(): void {
  print();
}
