import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Delivery } from '../sandbox/console-api.js';
import { call } from './api.js';
import { deliveryRow } from './delivery-row.js';
import { LightElement } from '../ui/light-element.js';
import { Live } from './live.js';
import { failure } from './parts.js';
import { say } from './say.js';

/** How many are shown at first, and how many more each time. */
const STEP = 20;

/** `<delivery-log>`: each event that was sent, or is going to be. */
export class DeliveryLog extends LightElement {
  static override properties = { shown: { state: true }, problem: { state: true } };

  declare protected shown: number;
  declare protected problem: string | undefined;
  readonly #deliveries = new Live<readonly Delivery[]>(this, 'deliveries');

  constructor() {
    super();
    this.shown = STEP;
  }

  protected override render(): unknown {
    const deliveries = this.#deliveries.value;
    return html`<section class="card" aria-labelledby="deliveries-title">
      <div class="card-head"><h2 id="deliveries-title">Deliveries</h2></div>
      ${failure(this.#deliveries.error)}${failure(this.problem)} ${deliveries && this.#list(deliveries)}
    </section>`;
  }

  #list(deliveries: readonly Delivery[]): TemplateResult {
    if (deliveries.length === 0) {
      return html`<div class="empty">
        <p>Nothing has been sent yet</p>
        <p>Save an endpoint, then pay in the shop or send an example event. Each try is listed here.</p>
      </div>`;
    }
    const older = deliveries.length - this.shown;
    return html`<ul class="rows">
        ${repeat(
          deliveries.slice(0, this.shown),
          ({ id }) => id,
          (delivery) => html`<li>${deliveryRow(delivery, this.#sendAgain)}</li>`,
        )}
      </ul>
      ${older > 0 ? html`<button type="button" @click=${this.#showMore}>Show ${Math.min(older, STEP)} older</button>` : nothing}`;
  }

  #showMore(): void {
    this.shown += STEP;
  }

  readonly #sendAgain = async ({ id }: Delivery): Promise<void> => {
    try {
      await call('POST', `deliveries/${id}/again`);
      this.problem = undefined;
      say(this, 'The event is sent again.');
    } catch (error) {
      this.problem = (error as Error).message;
    }
  };
}

customElements.define('delivery-log', DeliveryLog);
