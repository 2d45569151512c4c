import { html, nothing } from 'lit';
import type { WebhookEndpoint } from '../../src/sandbox/console-api.js';
import { LightElement } from '../ui/light-element.js';
import { LiveData } from './live-data.js';
import { MODES, renderError } from './templates.js';
import './webhook-endpoint.js';

/** `<webhooks-page>`: an endpoint for each kind of key. */
export class WebhooksPage extends LightElement {
  readonly #endpoints = new LiveData<readonly WebhookEndpoint[]>(this, 'webhooks');

  protected override render(): unknown {
    const endpoints = this.#endpoints.value;
    const cards = MODES.map(
      (mode) =>
        html`<webhook-endpoint
          .mode=${mode}
          .endpoint=${endpoints?.find((endpoint) => endpoint.mode === mode)}
        ></webhook-endpoint>`,
    );
    return html`<h1>Webhooks</h1>
      <p class="lead">The sandbox sends payment events to your server: one endpoint for each kind of key.</p>
      <p class="notice">
        <strong>Sandbox only.</strong> The real service has webhooks, but the format, delivery and signing of its events
        are not documented. The sandbox follows the Standard Webhooks specification. Do not rely on it for the real
        service.
      </p>
      ${renderError(this.#endpoints.error)} ${endpoints ? html`<div class="pair">${cards}</div>` : nothing}`;
  }
}

customElements.define('webhooks-page', WebhooksPage);
