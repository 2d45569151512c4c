import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Delivery } from '../../src/sandbox/console-api.js';
import { call } from './api.js';
import { renderDelivery } from './delivery-row.js';
import { LightElement } from '../ui/light-element.js';
import { LiveData } from './live-data.js';
import { renderError } from './templates.js';
import { showToast } from './toast.js';

/** Page size of the list. */
const STEP = 20;

/** `<delivery-log>`: sent and scheduled events. */
export class DeliveryLog extends LightElement {
  static override properties = { shown: { state: true }, problem: { state: true } };

  declare protected shown: number;
  declare protected problem: string | undefined;
  readonly #deliveries = new LiveData<readonly Delivery[]>(this, 'deliveries');

  constructor() {
    super();
    this.shown = STEP;
  }

  protected override render(): unknown {
    const deliveries = this.#deliveries.value;
    return html`<section class="card" aria-labelledby="deliveries-title">
      <div class="card-head"><h2 id="deliveries-title">Deliveries</h2></div>
      ${renderError(this.#deliveries.error)}${renderError(this.problem)} ${deliveries && this.#list(deliveries)}
    </section>`;
  }

  #list(deliveries: readonly Delivery[]): TemplateResult {
    if (deliveries.length === 0) {
      return html`<div class="empty">
        <p>No deliveries yet</p>
        <p>Save an endpoint, then pay in the shop or send a test event.</p>
      </div>`;
    }
    const older = deliveries.length - this.shown;
    return html`<ul class="rows">
        ${repeat(
          deliveries.slice(0, this.shown),
          ({ id }) => id,
          (delivery) => html`<li>${renderDelivery(delivery, this.#resend)}</li>`,
        )}
      </ul>
      ${older > 0 ? html`<button type="button" @click=${this.#showMore}>Show ${Math.min(older, STEP)} more</button>` : nothing}`;
  }

  #showMore(): void {
    this.shown += STEP;
  }

  readonly #resend = async ({ id }: Delivery): Promise<void> => {
    try {
      await call('POST', `deliveries/${id}/again`);
      this.problem = undefined;
      showToast(this, 'Resending the event.');
    } catch (error) {
      this.problem = (error as Error).message;
    }
  };
}

customElements.define('delivery-log', DeliveryLog);
