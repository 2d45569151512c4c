import { html, nothing, type TemplateResult } from 'lit';
import { formatDuration, formatTime } from './format.js';
import type { Detail, LogEntry } from './log-entry.js';

export interface RowState {
  /** Time by the page's clock. */
  readonly time: number;
  readonly isOpen: boolean;
  /** Whether it is the tab stop. */
  readonly isCurrent: boolean;
}

/** An entry of the log, expandable. */
export function renderRow(entry: LogEntry, { time, isOpen, isCurrent }: RowState): TemplateResult {
  const { kind, source, title, note, tone, duration, details } = entry;
  const opened = isOpen && details.map(renderDetail);
  return html`<button
      type="button"
      class="log-head"
      data-kind=${kind}
      aria-expanded=${isOpen}
      tabindex=${isCurrent ? 0 : -1}
    >
      <time datetime=${new Date(time).toISOString()}>${formatTime(time)}</time>
      <span class="log-source">${source}</span>
      <span class="log-what"
        ><span class="log-title" data-tone=${tone ?? nothing}>${title}</span>${
          note ? html` <span class="log-note">${note}</span>` : nothing
        }</span
      >
      <span class="log-duration">${duration === undefined ? nothing : formatDuration(duration)}</span>
    </button>
    ${isOpen ? html`<div class="log-details">${opened}</div>` : nothing}`;
}

function renderDetail({ label, content }: Detail): TemplateResult {
  if (typeof content === 'string') {
    return html`<figure class="code">
      <pre class="value" tabindex="0" aria-label=${label} role="region"><code>${content}</code></pre>
      <copy-button label=${`Copy: ${label}`}></copy-button>
    </figure>`;
  }
  const pairs = content.map(
    ([name, value]) =>
      html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`,
  );
  return html`<dl class="log-headers" aria-label=${label}>${pairs}</dl>`;
}
