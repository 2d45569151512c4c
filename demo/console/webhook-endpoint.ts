import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Mode } from '../../src/contract/protocol.js';
import type { RevealedEndpoint, WebhookEndpoint } from '../sandbox/console-api.js';
import { call } from './api.js';
import { ask } from './ask.js';
import { LightElement } from '../ui/light-element.js';
import { failure, nameOf, time } from './parts.js';
import './revealed-secret.js';
import { say } from './say.js';

/** `<webhook-endpoint>`: where the events of one kind of key are sent. */
export class WebhookEndpointCard extends LightElement {
  static override properties = {
    mode: { attribute: false },
    endpoint: { attribute: false },
    secret: { state: true },
    wrong: { state: true },
    problem: { state: true },
  };

  declare mode: Mode;
  declare endpoint: WebhookEndpoint | undefined;
  declare protected secret: string | undefined;
  declare protected wrong: string | undefined;
  declare protected problem: string | undefined;
  #busy = false;

  /** What comes from the server goes into the field, unless somebody is changing it. */
  protected override updated(changed: PropertyValues<this>): void {
    const input = this.querySelector('input');
    const before = changed.get('endpoint')?.url ?? '';
    if (changed.has('endpoint') && input?.value === before) input.value = this.endpoint?.url ?? '';
  }

  protected override render(): unknown {
    const id = `${this.mode}-url`;
    return html`<section class="card stack" aria-labelledby="${id}-title">
      <h2 id="${id}-title">${nameOf(this.mode)} endpoint</h2>
      <form class="stack" novalidate @submit=${this.#submit}>
        <div class="field">
          <label for=${id}>Address</label>
          <input
            id=${id}
            type="url"
            inputmode="url"
            autocomplete="off"
            spellcheck="false"
            dir="ltr"
            aria-invalid=${this.wrong ? 'true' : nothing}
            aria-describedby="${id}-hint"
          />
          <p class=${this.wrong ? 'error' : 'hint'} id="${id}-hint">${this.wrong ?? this.#hint()}</p>
        </div>
        <div class="buttons">
          <button>Save</button>
          ${this.endpoint ? this.#actions() : nothing}
        </div>
      </form>
      ${failure(this.problem)} ${this.#reveal()}
    </section>`;
  }

  #hint(): TemplateResult | string {
    if (this.endpoint) return html`Set ${time(this.endpoint.createdAt)}. Saving makes a new signing secret.`;
    return `None yet: payments with ${nameOf(this.mode)} keys tell nobody.`;
  }

  #actions(): TemplateResult {
    return html`<button type="button" @click=${this.#sendExample}>Send example event</button
      ><button type="button" class="danger" @click=${this.#remove}>Remove</button>`;
  }

  #reveal(): TemplateResult | typeof nothing {
    if (this.secret === undefined) return nothing;
    return html`<revealed-secret
      .heading=${`Signing secret of the ${nameOf(this.mode)} endpoint`}
      .what=${'secret'}
      .secret=${this.secret}
      @done=${this.#putAway}
    ></revealed-secret>`;
  }

  #submit(event: SubmitEvent): void {
    event.preventDefault();
    const input = this.querySelector('input') as HTMLInputElement;
    const url = input.value.trim();
    this.wrong = /^https?:\/\/./i.test(url) && URL.canParse(url) ? undefined : WRONG_ADDRESS;
    if (this.wrong) input.focus();
    else void this.#save(url);
  }

  async #save(url: string): Promise<void> {
    await this.#do(async () => {
      const { secret, ...endpoint } = await call<RevealedEndpoint>('PUT', `webhooks/${this.mode}`, { url });
      this.endpoint = endpoint;
      this.secret = secret;
    });
  }

  #sendExample(): void {
    void this.#do(async () => {
      await call('POST', `webhooks/${this.mode}/example`);
      say(this, 'An example event is on its way: see the deliveries.');
    });
  }

  #remove(): void {
    void this.#do(async () => {
      const confirmed = await ask({
        title: `Remove the ${nameOf(this.mode)} endpoint?`,
        text: 'Its secret is gone then, and payments tell nobody any more.',
        action: 'Remove endpoint',
      });
      if (!confirmed) return;
      await call('DELETE', `webhooks/${this.mode}`);
      this.endpoint = this.secret = undefined;
      this.querySelector('input')?.focus(); // the button is gone
      say(this, `The ${nameOf(this.mode)} endpoint is removed.`);
    });
  }

  #putAway(): void {
    this.secret = undefined;
    this.querySelector('input')?.focus();
  }

  /** One thing at a time. */
  async #do(what: () => Promise<void>): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      await what();
      this.problem = undefined;
    } catch (error) {
      this.problem = (error as Error).message;
    } finally {
      this.#busy = false;
    }
  }
}

const WRONG_ADDRESS = 'Enter the whole address, such as https://shop.example/webhooks/payments.';

customElements.define('webhook-endpoint', WebhookEndpointCard);
