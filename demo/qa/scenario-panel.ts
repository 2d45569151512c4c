import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { formatPan } from '../../src/card/card.js';
import { SCENARIOS, type Scenario } from '../scenarios.js';
import { scenarioFill, type Fill } from './fills.js';
import { PagePart } from './page-part.js';
import type { ScenarioClient, SwitchState } from './scenario-client.js';

const GROUPS: readonly (readonly [Scenario['group'], string])[] = [
  ['answers', 'Answers'],
  ['refusals', 'Refusals'],
  ['in doubt', 'In doubt'],
  ['network', 'Network'],
];

const TOLD: Readonly<Record<Scenario['told'], readonly [words: string, look: string]>> = {
  paid: ['paid', 'positive'],
  pending: ['pending', 'accent'],
  not_charged: ['not charged', ''],
  unknown: ['unknown', 'warning'],
};

const SAID: Readonly<Record<SwitchState, string>> = {
  asking: '',
  set: '',
  'not offered': 'The proxy is pointed at a real service, which does what it does: only “Offline” works.',
  'no order': 'Without a reference there is no order to set it for: only card numbers and “Offline” work.',
  failed: 'The server did not take the choice. Only card numbers and “Offline” work.',
};

/** What happens next: chosen here for the order, or told by the number of a card. */
export class ScenarioPanel extends PagePart {
  static override properties = { ...PagePart.properties, client: { attribute: false }, fill: { attribute: false } };

  declare client: ScenarioClient;
  /** Types something into the form. */
  declare fill: (fill: Fill) => void;

  override connectedCallback(): void {
    super.connectedCallback();
    this.client.addEventListener('change', this.redraw);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.client.removeEventListener('change', this.redraw);
  }

  protected override updated(): void {
    this.ariaBusy = String(this.client.state === 'asking');
  }

  protected override render(): TemplateResult {
    const said = SAID[this.client.state];
    const groups = GROUPS.map(([group, title]) => {
      const rows = SCENARIOS.filter((scenario) => scenario.group === group).map(this.#row);
      return html`<fieldset class="scenario-group">
        <legend>${title}</legend>
        ${rows}
      </fieldset>`;
    });
    return html`
      <p class="hint">
        Chosen here it happens to every payment of this order, with either key. With a Test key each can also be had by
        its card number: press it to type it into the form.
      </p>
      <div role="status">${said ? html`<p class="notice warning">${said}</p>` : nothing}</div>
      <label class="scenario-row by-card">
        ${this.#radio('')}
        <span class="scenario-label">By card number</span>
        <span class="hint">Nothing is chosen. Every other valid number is charged.</span>
      </label>
      ${groups}
    `;
  }

  readonly #row = (scenario: Scenario): TemplateResult => {
    const { id, label, what, card, told, charges } = scenario;
    const [words, look] = TOLD[told];
    const type = () => {
      this.fill(scenarioFill(scenario));
    };
    return html`
      <div class="scenario-row">
        <label>
          ${this.#radio(id)}
          <span class="scenario-label">${label}</span>
          <span class="hint">${what}</span>
        </label>
        <span class="scenario-told">
          <span class="badge ${look}"><span class="visually-hidden">The shopper is told: </span>${words}</span>
          <span class="hint">${charges === 1 ? '1 charge' : 'no charge'}</span>
        </span>
        <button type="button" class="quiet small number" title="Type this card into the form" @click=${type}>
          ${formatPan(card)}<span class="visually-hidden">: type the card for ${label}</span>
        </button>
      </div>
    `;
  };

  #radio(id: string): TemplateResult {
    const choose = () => {
      this.model.set({ scenario: id });
    };
    const isChosen = this.model.get('scenario') === id;
    return html`<input type="radio" name="scenario" .value=${id} .checked=${live(isChosen)} @change=${choose} />`;
  }
}

customElements.define('qa-scenarios', ScenarioPanel);
