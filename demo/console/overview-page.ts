import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Overview } from '../../src/sandbox/console-api.js';
import type { RequestLogEntry } from '../../src/sandbox/request-log.js';
import { formatCount } from './format.js';
import { LightElement } from '../ui/light-element.js';
import { renderRequest } from './request-row.js';
import { renderError } from './templates.js';
import { VIEWS } from './routes.js';

const LABELS = { all: 'All', live: 'Live', test: 'Test' };

/** `<overview-page>`: the start page. */
export class OverviewPage extends LightElement {
  static override properties = {
    overview: { attribute: false },
    error: { attribute: false },
    view: { attribute: false },
    open: { state: true },
  };

  declare overview: Overview | undefined;
  declare error: string | undefined;
  declare view: 'all' | 'live' | 'test';
  /** IDs of the open requests. */
  declare protected open: ReadonlySet<string>;

  constructor() {
    super();
    this.open = new Set();
  }

  protected override render(): unknown {
    const views = VIEWS.map(
      ({ path, view = 'all' }) =>
        html`<a href="#/${path}" aria-current=${view === this.view ? 'true' : nothing}>${LABELS[view]}</a>`,
    );
    return html`<h1>Overview</h1>
      ${renderError(this.error)} ${this.#figures()}
      <section class="card" aria-labelledby="requests-title">
        <div class="card-head">
          <h2 id="requests-title">Recent API Requests</h2>
          <nav class="segments" aria-label="Filter requests">${views}</nav>
        </div>
        <div class="requests">${this.overview && this.#requests(this.overview.recentRequests)}</div>
      </section>`;
  }

  #figures(): TemplateResult {
    const { environment, version, requestsToday, rateLimit } = this.overview ?? {};
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

  #requests(requests: readonly RequestLogEntry[]): TemplateResult {
    if (requests.length === 0) return this.#empty();
    const rows = repeat(
      requests,
      ({ id }) => id,
      (request) => renderRequest(request, this.open.has(request.id), this.#toggle),
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

  readonly #toggle = (id: string): void => {
    const open = new Set(this.open);
    if (!open.delete(id)) open.add(id);
    this.open = open;
  };

  #empty(): TemplateResult {
    const kind = this.view === 'all' ? 'an API' : `a ${LABELS[this.view]}`;
    return html`<div class="empty">
      <p>No ${this.view === 'all' ? '' : `${LABELS[this.view]} `}requests yet</p>
      <p>
        Create ${kind} key under <a href="#/credentials">API Credentials</a> and send a request with it. The
        <a href="#/documentation">documentation</a> has an example.
      </p>
    </div>`;
  }
}

customElements.define('overview-page', OverviewPage);
