import { html, nothing, type TemplateResult } from 'lit';
import { renderForm } from './form.template.js';
import { own } from './own-content.js';
import type { View } from './view.js';

/** In place of the form while an earlier payment is checked. */
export function renderChecking(text: string): TemplateResult {
  return html`<p class="checking" part="checking"><span class="spinner" part="spinner"></span>${own(text)}</p>`;
}

/** Live regions are there, and empty, from the first render: only changes are announced. */
export function renderWidget(view: View): TemplateResult {
  const { pageDirection } = view;
  return html`
    <div class="widget" lang=${pageDirection ? 'en' : nothing} dir=${pageDirection ? 'ltr' : nothing}>
      <div class="test">
        <div role="status">${own(view.banner)}</div>
        ${own(view.testCard)}
      </div>
      <slot name="header" dir=${pageDirection ?? nothing}></slot>
      <div role="alert">${own(view.alert)}</div>
      ${own(view.panel)} ${own(view.form && renderForm(view.form, pageDirection))}
      <div class="visually-hidden" role="status">${own(view.announcement)}</div>
      <div class="visually-hidden" role="alert">${own(view.urgentAnnouncement)}</div>
      <slot name="footer" dir=${pageDirection ?? nothing}></slot>
    </div>
  `;
}
