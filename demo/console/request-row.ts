import { html, nothing, type TemplateResult } from 'lit';
import type { Message } from '../../src/sandbox/recording/recorded-message.js';
import type { RequestDetails } from '../../src/sandbox/request-details.js';
import type { RequestLogEntry } from '../../src/sandbox/request-log.js';
import { renderTime, statusColour } from './templates.js';

/** Why the client got no complete response. */
const FAULTS: Readonly<Record<NonNullable<RequestDetails['fault']>, string>> = {
  reset: 'The connection was reset before the response.',
  close: 'The connection was closed before the response.',
  cut: 'The connection was closed in the middle of the body.',
  silence: 'The service never responded.',
};

/** The columns of a request and, if it is open, a row with its details. */
export function renderRequest(entry: RequestLogEntry, isOpen: boolean, toggle: (id: string) => void): TemplateResult {
  const { id, endpoint, status, latency, at } = entry;
  const onClick = () => {
    toggle(id);
  };
  return html`<tr>
      <td>
        <button
          type="button"
          class="disclosure"
          aria-expanded=${isOpen}
          aria-controls=${isOpen ? id : nothing}
          @click=${onClick}
        >
          <code>${endpoint}</code>
        </button>
      </td>
      <td><span class="badge ${statusColour(status)}">${status}</span></td>
      <td class="end number">${latency}</td>
      <td class="end">${renderTime(at)}</td>
    </tr>
    ${isOpen ? renderDetails(entry) : nothing}`;
}

function renderDetails({ id, endpoint, status, at, details }: RequestLogEntry): TemplateResult {
  const { key, request, response, fault } = details;
  return html`<tr class="request-details" id=${id}>
    <td colspan="4">
      <div class="stack">
        <dl class="facts">
          <dt>Request ID</dt>
          <dd><code>${id}</code></dd>
          <dt>Time</dt>
          <dd>${renderTime(at)}</dd>
          <dt>API key</dt>
          <dd>${key}</dd>
        </dl>
        ${renderMessage('Request', endpoint, request)}
        ${response ? renderMessage('Response', status, response) : nothing}
        ${fault ? html`<p><strong>No complete response.</strong> ${FAULTS[fault]}</p>` : nothing}
      </div>
    </td>
  </tr>`;
}

function renderMessage(title: string, firstLine: string, { headers, body }: Message): TemplateResult {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const text = [firstLine, ...lines, ...(body ? ['', pretty(body)] : [])].join('\n');
  return html`<div class="message">
    <h3>${title}</h3>
    <figure class="code">
      <pre class="value" tabindex="0" role="region" aria-label=${title}><code>${text}</code></pre>
      <copy-button .text=${text} label="Copy ${title.toLowerCase()}"></copy-button>
    </figure>
  </div>`;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
