import { html, type TemplateResult } from 'lit';
import type { Overview } from 'payment-widget-testing/sandbox/console';
import type { LiveData } from './live-data.js';
import { formatCount, renderTime, statusColour } from './templates.js';

export function renderOverview({ value }: LiveData<Overview>): TemplateResult {
  return html`<div>
    <h1>Overview</h1>
    ${renderFigures(value)}
    <section class="card" aria-labelledby="requests-title">
      <div class="card-head"><h2 id="requests-title">Recent API Requests</h2></div>
      <div class="requests">${value && renderRequests(value.recentRequests)}</div>
    </section>
  </div>`;
}

function renderFigures({ environment, version, requestsToday, rateLimit }: Partial<Overview> = {}): TemplateResult {
  const figures = [
    ['Environment', environment, 'from the last key used'],
    ['API version', version, '/v1 in the path'],
    ['Requests made today', requestsToday === undefined ? undefined : formatCount(requestsToday), 'since 00:00 UTC'],
    ['Rate limit', rateLimit, 'above that: 429'],
  ] as const;
  const cells = figures.map(
    ([name, value, hint]) =>
      html`<div>
        <dt>${name}</dt>
        <dd class="figure">${value ?? '…'}</dd>
        <dd class="hint">${hint}</dd>
      </div>`,
  );
  return html`<dl class="figures card">${cells}</dl>`;
}

function renderRequests(requests: Overview['recentRequests']): TemplateResult {
  if (requests.length === 0) {
    return html`<div class="empty">
      <p>No requests yet</p>
      <p>Create an API key under <a href="#/credentials">API Credentials</a> and send a request with it.</p>
    </div>`;
  }
  const rows = requests.map(
    ({ endpoint, status, latency, at }) =>
      html`<tr>
        <td><code>${endpoint}</code></td>
        <td><span class="badge ${statusColour(status)}">${status}</span></td>
        <td class="end number">${latency}</td>
        <td class="end">${renderTime(at)}</td>
      </tr>`,
  );
  return html`<table>
    <caption class="visually-hidden">
      The ten most recent requests, newest first
    </caption>
    <thead>
      <tr>
        <th scope="col">Endpoint</th>
        <th scope="col">Status</th>
        <th scope="col" class="end">Latency</th>
        <th scope="col" class="end">Date</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}
