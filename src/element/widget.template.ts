import { html, nothing, type TemplateResult } from 'lit';
import { renderForm } from './form.template.js';
import type { View } from './view.js';

/** In place of the form while an earlier payment is checked. */
export function renderChecking(text: string): TemplateResult {
  return html`<p class="checking" part="checking"><span class="spinner" part="spinner"></span>${text}</p>`;
}

/** Live regions are there, and empty, from the first render: only changes are announced. */
export function renderWidget(view: View): TemplateResult {
  const { pageDirection } = view;
  return html`
    <div class="widget" lang=${pageDirection ? 'en' : nothing} dir=${pageDirection ? 'ltr' : nothing}>
      <div class="test">
        <div role="status">${view.banner}</div>
        ${view.testCard}
      </div>
      <slot name="header" dir=${pageDirection ?? nothing}></slot>
      <div role="alert">${view.alert}</div>
      ${view.panel} ${view.form ? renderForm(view.form, pageDirection) : nothing}
      <div class="visually-hidden" role="status">${view.announcement}</div>
      <div class="visually-hidden" role="alert">${view.urgentAnnouncement}</div>
      <slot name="footer" dir=${pageDirection ?? nothing}></slot>
    </div>
  `;
}
