import { html, nothing, type TemplateResult } from 'lit';
import type { Delivery, DeliveryTry } from '../../src/sandbox/console-api.js';
import { plural } from './format.js';
import { modeLabel, statusColour, renderTime } from './templates.js';

const STATES = {
  waiting: ['warning', 'Waiting'],
  delivered: ['positive', 'Delivered'],
  failed: ['negative', 'Failed'],
} as const;

/** One event. The `open` state belongs to the user, so updates do not close it. */
export function renderDelivery(delivery: Delivery, resend: (delivery: Delivery) => Promise<void>): TemplateResult {
  const { id, mode, type, url, createdAt, state, tries, nextAt, payload } = delivery;
  const [colour, word] = STATES[state];
  const body = JSON.stringify(payload, null, 2);
  const again = () => {
    void resend(delivery);
  };
  return html`<details class="delivery">
    <summary>
      <span class="state"><span class="badge ${colour}">${word}</span></span>
      <code>${type}</code>
      <span class="muted small">${modeLabel(mode)}</span>
      <span class="muted small">${plural(tries.length, 'attempt', 'attempts')}</span>
      <span class="muted small">${renderTime(createdAt)}</span>
    </summary>
    <div class="stack">
      <dl class="facts">
        <dt>Webhook ID</dt>
        <dd><code>${id}</code></dd>
        <dt>URL</dt>
        <dd><code>${url}</code></dd>
        ${
          nextAt === null
            ? nothing
            : html`<dt>Next attempt</dt>
                <dd>${renderTime(nextAt)}</dd>`
        }
      </dl>
      ${tries.length === 0 ? nothing : renderTries(tries)}
      <figure class="code" aria-label="Payload">
        <pre tabindex="0"><code>${body}</code></pre>
        <copy-button .text=${body} .label=${'Copy payload'}></copy-button>
      </figure>
      <div class="buttons">
        <button type="button" class="small" @click=${again}>Resend</button>
      </div>
    </div>
  </details>`;
}

function renderTries(tries: readonly DeliveryTry[]): TemplateResult {
  const rows = tries.map(
    ({ at, status, error, latencyMs }) =>
      html`<tr>
        <td>${renderTime(at)}</td>
        <td>
          ${
            status === null
              ? html`<span class="badge negative">No response</span> ${error ?? nothing}`
              : html`<span class="badge ${statusColour(status)}">${status}</span>`
          }
        </td>
        <td class="end number">${latencyMs} ms</td>
      </tr>`,
  );
  return html`<table class="small">
    <caption class="visually-hidden">
      Delivery attempts
    </caption>
    <thead>
      <tr>
        <th scope="col">Date</th>
        <th scope="col">Response</th>
        <th scope="col" class="end">Latency</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}
