import { html, nothing, type TemplateResult } from 'lit';
import type { WebhookEndpoint } from '../../src/sandbox/console-api.js';
import './delivery-log.js';
import { LightElement } from '../ui/light-element.js';
import { LiveData } from './live-data.js';
import { renderError, MODES } from './templates.js';
import './webhook-endpoint.js';

/** `<webhooks-page>`: endpoints and deliveries. */
export class WebhooksPage extends LightElement {
  readonly #endpoints = new LiveData<readonly WebhookEndpoint[]>(this, 'webhooks');

  protected override render(): unknown {
    const endpoints = this.#endpoints.value;
    return html`<h1>Webhooks</h1>
      <p class="lead">The sandbox sends payment events to your server: one endpoint for each kind of key.</p>
      <p class="notice">
        <strong>Sandbox only.</strong> The real service has webhooks, but the format, delivery and signing of its events
        are not documented. The sandbox follows the Standard Webhooks specification. Do not rely on it for the real
        service.
      </p>
      ${renderError(this.#endpoints.error)} ${endpoints ? this.#known(endpoints) : nothing}`;
  }

  #known(endpoints: readonly WebhookEndpoint[]): TemplateResult {
    const cards = MODES.map(
      (mode) =>
        html`<webhook-endpoint
          .mode=${mode}
          .endpoint=${endpoints.find((endpoint) => endpoint.mode === mode)}
        ></webhook-endpoint>`,
    );
    return html`<div class="pair">${cards}</div>
      <delivery-log></delivery-log>`;
  }
}

customElements.define('webhooks-page', WebhooksPage);
