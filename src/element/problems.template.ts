import { nothing, type TemplateResult } from 'lit/html.js';
import type { PaymentError } from '../contract/errors.js';
import type { ControlError } from '../form/slotted-controls.js';
import { resultKey, titleKey } from '../i18n/outcome-messages.js';
import type { EndedState } from '../payment/session-state.js';
import { html } from './html.js';
import { renderIcon, renderPrint, renderResult, renderTime } from './parts.template.js';
import type { Text } from './texts.js';

const ERROR = 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 7.5V13M12 16.4v.1';
const PENDING = 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17M12 7.5V12l3 2';
const UNKNOWN = 'M9.3 9.4a2.7 2.7 0 1 1 4 2.3c-.9.5-1.3 1-1.3 2.1M12 17v.1';

export function renderError(error: string | TemplateResult): TemplateResult {
  return html`<p class="error" part="error">${renderIcon(ERROR)}<span>${error}</span></p>`;
}

/** Renders the errors below the slot, because the controls themselves belong to the page. */
export function renderControlErrors(errors: readonly ControlError[]): TemplateResult | undefined {
  if (errors.length === 0) return undefined;
  const entries = errors.map(({ label, text }) =>
    renderError(html`${label ? html`<bdi>${label}</bdi>: ` : nothing}<bdi>${text}</bdi>`),
  );
  return html`<div class="control-errors">${entries}</div>`;
}

/** The message is for developers, in English. */
export function renderSetupError(
  text: Text,
  { message, code }: Pick<PaymentError, 'message' | 'code'>,
): TemplateResult {
  return html`
    <div class="panel configuration" part="setup-error" tabindex="-1">
      ${renderIcon(ERROR)}
      <div>
        <p><strong>${text('configuration_title')}</strong></p>
        <p lang="en" dir="ltr"><span>${message}</span> <code>${code}</code></p>
      </div>
    </div>
  `;
}

export interface ErrorLink {
  readonly label: string;
  readonly control: HTMLElement;
}

export function renderSummary(title: string, errors: readonly ErrorLink[]): TemplateResult {
  const links = errors.map(
    ({ label, control }) =>
      html`<li>
        <a part="summary-link" href="#${control.id}" @click=${goTo(control)}><bdi>${label}</bdi></a>
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
      ${renderIcon(ERROR)}
      <div>
        <p id="summary-title" part="summary-title">${title}</p>
        <ul ?hidden=${errors.length === 0}>
          ${links}
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

export interface RetryView {
  readonly isWarned: boolean;
  readonly toggleWarning: () => void;
  readonly retryAnyway: () => void;
}

/** Renders a payment that is pending or unknown. */
export function renderDoubt(
  { name, attempt }: EndedState,
  following: boolean,
  retry: RetryView,
  text: Text,
): TemplateResult {
  const isUnknown = name === 'unknown';
  const isFollowed = isUnknown && following;
  const sign = renderIcon(isUnknown ? UNKNOWN : PENDING);
  return renderResult(
    {
      name,
      sign: isFollowed ? html`<span class="spinner" part="spinner"></span>` : sign,
      title: titleKey(name, following),
      message: resultKey(name, following, attempt.amount),
      reference: attempt.reference,
      below: html`
        ${renderTime(text)} ${isFollowed ? nothing : renderPrint(text)}
        ${isUnknown && !isFollowed ? renderRetry(retry, text) : nothing}
      `,
    },
    text,
  );
}

/** Renders the way to the bank, also for a shopper who has come back without an outcome. */
export function renderAction({ attempt }: EndedState, leave: () => void, text: Text): TemplateResult {
  return renderResult(
    {
      name: 'pending',
      sign: renderIcon(PENDING),
      title: 'action_title',
      message: 'action_text',
      reference: attempt.reference,
      below: html`<button class="pay" type="button" part="action-button" @click=${leave}>
        ${text('action_continue')}
      </button>`,
    },
    text,
  );
}

/** Paying again needs a second click, after a warning. */
function renderRetry({ isWarned, toggleWarning, retryAnyway }: RetryView, text: Text): TemplateResult {
  if (!isWarned) {
    return html`<button class="go-on" type="button" part="go-on-button" @click=${toggleWarning}>
      ${text('unknown_go_on')}
    </button>`;
  }
  return html`
    <div class="panel caution" part="caution" role="group" tabindex="-1" aria-labelledby="caution">
      ${renderIcon(ERROR)}
      <p id="caution">${text('unknown_warning')}</p>
    </div>
    <button class="back" type="button" part="back-button" @click=${toggleWarning}>${text('unknown_back')}</button>
    <button class="go-on" type="button" part="go-on-button" @click=${retryAnyway}>${text('unknown_confirm')}</button>
  `;
}
