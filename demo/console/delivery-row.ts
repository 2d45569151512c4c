import { html, nothing, type TemplateResult } from 'lit';
import type { Delivery, DeliveryTry } from '../sandbox/console-api.js';
import { plural } from './format.js';
import { nameOf, statusColour, time } from './parts.js';

const STATES = {
  waiting: ['warning', 'Waiting'],
  delivered: ['positive', 'Delivered'],
  failed: ['negative', 'Failed'],
} as const;

/** One event. Whether it is open is the reader's: nothing that comes in closes it. */
export function deliveryRow(delivery: Delivery, sendAgain: (delivery: Delivery) => Promise<void>): TemplateResult {
  const { id, mode, type, url, createdAt, state, tries, nextAt, payload } = delivery;
  const [colour, word] = STATES[state];
  const body = JSON.stringify(payload, null, 2);
  const again = () => {
    void sendAgain(delivery);
  };
  return html`<details class="delivery">
    <summary>
      <span class="state"><span class="badge ${colour}">${word}</span></span>
      <code>${type}</code>
      <span class="muted small">${nameOf(mode)}</span>
      <span class="muted small">${plural(tries.length, 'try', 'tries')}</span>
      <span class="muted small">${time(createdAt)}</span>
    </summary>
    <div class="stack">
      <dl class="facts">
        <dt>Webhook id</dt>
        <dd><code>${id}</code></dd>
        <dt>Sent to</dt>
        <dd><code>${url}</code></dd>
        ${
          nextAt === null
            ? nothing
            : html`<dt>Next try</dt>
                <dd>${time(nextAt)}</dd>`
        }
      </dl>
      ${tries.length === 0 ? nothing : triesTable(tries)}
      <figure class="code" aria-label="Body of the event">
        <pre tabindex="0"><code>${body}</code></pre>
        <copy-button .text=${body} .label=${'Copy body'}></copy-button>
      </figure>
      <div class="buttons">
        <button type="button" class="small" @click=${again}>Send again</button>
      </div>
    </div>
  </details>`;
}

function triesTable(tries: readonly DeliveryTry[]): TemplateResult {
  const rows = tries.map(
    ({ at, status, error, latencyMs }) =>
      html`<tr>
        <td>${time(at)}</td>
        <td>
          ${
            status === null
              ? html`<span class="badge negative">No answer</span> ${error ?? nothing}`
              : html`<span class="badge ${statusColour(status)}">${status}</span>`
          }
        </td>
        <td class="end number">${latencyMs} ms</td>
      </tr>`,
  );
  return html`<table class="small">
    <caption class="visually-hidden">
      Tries
    </caption>
    <thead>
      <tr>
        <th scope="col">Tried</th>
        <th scope="col">Answer</th>
        <th scope="col" class="end">Latency</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}
