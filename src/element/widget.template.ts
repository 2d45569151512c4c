import { html, nothing, render, type TemplateResult } from 'lit';
import type { PaymentError } from '../contract/errors.js';
import { renderForm } from './form.template.js';
import { renderIcon } from './icons.js';
import { hasResult, renderResult } from './behaviour/result.template.js';
import type { View } from './view.js';

/** Renders everything but the fields. Live regions are there from the first render: later ones are not announced. */
export function renderWidget(view: View): TemplateResult {
  const { pageDirection, state, isFirst, error, text } = view;
  return html`
    <div class="widget" lang=${pageDirection ? 'en' : nothing} dir=${pageDirection ? 'ltr' : nothing}>
      <div class="test">
        <div role="status">
          ${view.banner && !isFirst ? html`<p class="banner" part="banner">${text('banner')}</p>` : nothing}
        </div>
        ${view.testCard && !hasResult(state) && !error && !view.isChecking ? renderTestCard(view) : nothing}
      </div>
      <slot name="header" dir=${pageDirection ?? nothing}></slot>
      <div role="alert">${error && !isFirst ? renderConfigurationError(view, error) : nothing}</div>
      ${renderContent(view)}
      <div class="visually-hidden" role="status">
        ${state === 'busy' ? text('busy') : renderAnnouncement(view, false)}
      </div>
      <div class="visually-hidden" role="alert">${renderAnnouncement(view, true)}</div>
      <slot name="footer" dir=${pageDirection ?? nothing}></slot>
    </div>
  `;
}

/** The form has its own place, so that a result before it does not replace its inputs. */
function renderContent(view: View): TemplateResult {
  const isResult = hasResult(view.state);
  const showsForm = view.keepsForm || !(isResult || view.isChecking);
  return html`
    ${view.isChecking ? renderChecking(view) : nothing} ${isResult ? renderResult(view, view.state) : nothing}
    ${showsForm ? renderForm(view) : nothing}
  `;
}

function renderAnnouncement({ liveRegion, text }: View, isUrgent: boolean): unknown {
  const { keys, urgent, element } = liveRegion;
  if (!element || keys.length === 0 || urgent !== isUrgent) return nothing;
  render(keys.map(text).join(' '), element);
  return element;
}

function renderTestCard({ disabled, state, text, on }: View): TemplateResult {
  return html`
    <button
      class="test-card"
      type="button"
      part="test-card-button"
      aria-disabled=${disabled || state === 'busy' || nothing}
      @click=${on.testCard}
    >
      ${renderIcon('card')}${text('test_card')}
    </button>
  `;
}

/** The message is for developers, in English. */
function renderConfigurationError({ text }: View, error: PaymentError): TemplateResult {
  return html`
    <div class="panel configuration" part="setup-error" tabindex="-1">
      ${renderIcon('error')}
      <div>
        <p><strong>${text('configuration_title')}</strong></p>
        <p lang="en" dir="ltr">${error.message} <code>${error.code}</code></p>
      </div>
    </div>
  `;
}

function renderChecking({ text }: View): TemplateResult {
  return html`<p class="checking" part="checking"><span class="spinner" part="spinner"></span>${text('checking')}</p>`;
}
