import { html, nothing, type TemplateResult } from 'lit';
import type { WebhookEndpoint } from '../sandbox/console-api.js';
import './delivery-log.js';
import { LightElement } from '../ui/light-element.js';
import { Live } from './live.js';
import { failure, MODES } from './parts.js';
import './webhook-endpoint.js';

/** `<webhooks-page>`: where payment events are sent, and what became of them. */
export class WebhooksPage extends LightElement {
  readonly #endpoints = new Live<readonly WebhookEndpoint[]>(this, 'webhooks');

  protected override render(): unknown {
    const endpoints = this.#endpoints.value;
    return html`<h1>Webhooks</h1>
      <p class="lead">The sandbox tells your server about each payment, at one address for each kind of key.</p>
      <p class="notice">
        <strong>The sandbox’s own.</strong> The service has webhooks, but how its events look, are delivered and signed
        is not shown. Here they follow the Standard Webhooks scheme: do not rely on it for the real service.
      </p>
      ${failure(this.#endpoints.error)} ${endpoints ? this.#known(endpoints) : nothing}`;
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
