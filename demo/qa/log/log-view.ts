import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Journal } from './journal.js';
import type { LogEntry } from './log-entry.js';
import type { Verdict } from './verdict.js';

const SIGNS = { pass: '✓', fail: '✕', open: '…', none: '–' } as const;

/** Whether the charges match what the shopper was told. */
export function renderVerdict({ judgement, title, expected, amounts }: Verdict): TemplateResult {
  const compared = amounts.map(([label, amount], index) => {
    const before = amounts[index - 1]?.[1];
    const sign = before === undefined ? '' : before === amount ? ' = ' : ' ≠ ';
    return html`${sign}<span>${label} <strong>${amount}</strong></span>`;
  });
  return html`<div class="verdict" data-judgement=${judgement}>
    <span class="verdict-sign" aria-hidden="true">${SIGNS[judgement]}</span>
    <div role="status">
      <p class="verdict-title">${title}</p>
      ${compared.length > 0 ? html`<p class="verdict-amounts">${compared}</p>` : nothing}
      ${expected ? html`<p class="verdict-expected" data-met=${String(expected.isMet)}>${expected.text}.</p>` : nothing}
    </div>
  </div>`;
}

/** Every event, request and charge of the order. The style sheet keeps the newest entry in view. */
export function renderLog({ entries, isConnected }: Journal): TemplateResult {
  const rows = repeat(entries, ({ id }) => id, renderEntry);
  // The verdict is announced; this list would be read row by row.
  return html`
    ${isConnected ? nothing : html`<p class="notice warning">Not connected. Server events are missing.</p>`}
    <div class="log" role="log" aria-live="off" aria-label="Log" tabindex="0">
      ${entries.length === 0 ? html`<p class="hint">No entries yet.</p>` : nothing}
      <ol>
        ${rows}
      </ol>
    </div>
  `;
}

function renderEntry({ source, at, title, note, tone, duration, details }: LogEntry): TemplateResult {
  return html`<li>
    <details>
      <summary data-source=${source}>
        <time datetime=${new Date(at).toISOString()}>${formatTime(at)}</time>
        <span class="log-source">${source}</span>
        <span class="log-duration">${duration === undefined ? nothing : formatDuration(duration)}</span>
        <span class="log-what"><strong data-tone=${tone ?? nothing}>${title}</strong> ${note}</span>
      </summary>
      ${
        details
          ? html`<figure class="code">
              <pre class="value" tabindex="0" role="region" aria-label="Details"><code>${details}</code></pre>
              <copy-button label="Copy details"></copy-button>
            </figure>`
          : nothing
      }
    </details>
  </li>`;
}

const TIME = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** `16:20:31.123`, local time */
const formatTime = (at: number): string => TIME.format(at);

/** `12 ms`, `8.01 s` */
function formatDuration(ms: number): string {
  return ms < 999.5 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(2)} s`;
}
