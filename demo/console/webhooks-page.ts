import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Mode } from 'payment-widget/contract/protocol';
import type { RevealedEndpoint, WebhookEndpoint } from 'payment-widget-testing/sandbox/webhooks';
import { call, LiveData } from './live-data.js';
import { LightElement } from '../ui/light-element.js';
import './revealed-secret.js';
import { modeLabel, MODES, renderError, renderTime, showToast } from './templates.js';

/** `<webhook-endpoint>`: the endpoint for one kind of key. */
class WebhookEndpointCard extends LightElement {
  static override properties = {
    mode: { attribute: false },
    endpoint: { attribute: false },
    secret: { state: true },
    urlError: { state: true },
    problem: { state: true },
  };

  declare mode: Mode;
  declare endpoint: WebhookEndpoint | undefined;
  declare protected secret: string | undefined;
  declare protected urlError: string | undefined;
  declare protected problem: string | undefined;
  #busy = false;

  /** Updates the field with the saved URL, unless the user is editing it. */
  protected override updated(changed: PropertyValues<this>): void {
    const input = this.querySelector('input');
    const before = changed.get('endpoint')?.url ?? '';
    if (changed.has('endpoint') && input?.value === before) input.value = this.endpoint?.url ?? '';
  }

  protected override render(): unknown {
    const id = `${this.mode}-url`;
    return html`<section class="card stack" aria-labelledby="${id}-title">
      <h2 id="${id}-title">${modeLabel(this.mode)} endpoint</h2>
      <form class="stack" novalidate @submit=${this.#submit}>
        <div class="field">
          <label for=${id}>URL</label>
          <input
            id=${id}
            type="url"
            inputmode="url"
            autocomplete="off"
            spellcheck="false"
            dir="ltr"
            aria-invalid=${this.urlError ? 'true' : nothing}
            aria-describedby="${id}-hint"
          />
          <p class=${this.urlError ? 'error' : 'hint'} id="${id}-hint">${this.urlError ?? this.#hint()}</p>
        </div>
        <div class="buttons">
          <button>Save</button>
          ${this.endpoint ? html`<button type="button" class="danger" @click=${this.#remove}>Remove</button>` : nothing}
        </div>
      </form>
      ${renderError(this.problem)} ${this.#reveal()}
    </section>`;
  }

  #hint(): TemplateResult | string {
    if (this.endpoint)
      return html`Saved ${renderTime(this.endpoint.createdAt)}. Saving again creates a new signing secret.`;
    return `No endpoint: payments with ${modeLabel(this.mode)} keys send no events.`;
  }

  #reveal(): TemplateResult | typeof nothing {
    if (this.secret === undefined) return nothing;
    return html`<revealed-secret
      .heading=${`Signing secret of the ${modeLabel(this.mode)} endpoint`}
      .what=${'secret'}
      .secret=${this.secret}
      @done=${this.#dismissSecret}
    ></revealed-secret>`;
  }

  #submit(event: SubmitEvent): void {
    event.preventDefault();
    const input = this.querySelector('input') as HTMLInputElement;
    const url = input.value.trim();
    this.urlError = /^https?:\/\/./i.test(url) && URL.canParse(url) ? undefined : INVALID_URL;
    if (this.urlError) input.focus();
    else void this.#save(url);
  }

  async #save(url: string): Promise<void> {
    await this.#run(async () => {
      const { secret, ...endpoint } = await call<RevealedEndpoint>('PUT', `webhooks/${this.mode}`, { url });
      this.endpoint = endpoint;
      this.secret = secret;
    });
  }

  #remove(): void {
    if (!confirm(`Remove the ${modeLabel(this.mode)} endpoint? Payments will no longer send events.`)) return;
    void this.#run(async () => {
      await call('DELETE', `webhooks/${this.mode}`);
      this.endpoint = this.secret = undefined;
      this.querySelector('input')?.focus(); // the button is gone
      showToast(this, `${modeLabel(this.mode)} endpoint removed.`);
    });
  }

  #dismissSecret(): void {
    this.secret = undefined;
    this.querySelector('input')?.focus();
  }

  async #run(action: () => Promise<void>): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      await action();
      this.problem = undefined;
    } catch (error) {
      this.problem = (error as Error).message;
    } finally {
      this.#busy = false;
    }
  }
}

const INVALID_URL = 'Enter a full URL, such as https://shop.example/webhooks/payments.';

customElements.define('webhook-endpoint', WebhookEndpointCard);

/** `<webhooks-page>`: an endpoint for each kind of key. */
class WebhooksPage extends LightElement {
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
      ${endpoints ? html`<div class="pair">${cards}</div>` : nothing}`;
  }
}

customElements.define('webhooks-page', WebhooksPage);
