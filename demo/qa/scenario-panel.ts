import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { SCENARIOS, type Scenario } from '../scenarios.js';
import { scenarioFill, type Fill } from './fill-data.js';
import { PagePart } from './page-part.js';
import type { ScenarioClient, SwitchState } from './scenario-client.js';

const GROUPS: readonly (readonly [Scenario['group'], string])[] = [
  ['success', 'Successful'],
  ['refused', 'Refused'],
  ['unknown', 'Unknown outcome'],
  ['network', 'Network'],
];

const OUTCOMES: Readonly<Record<Scenario['outcome'], readonly [label: string, style: string]>> = {
  paid: ['paid', 'positive'],
  pending: ['pending', 'accent'],
  not_charged: ['not charged', ''],
  unknown: ['unknown', 'warning'],
};

const NOTICES: Readonly<Record<SwitchState, string>> = {
  saving: '',
  set: '',
  'not offered': 'The proxy uses a real service, so only “Offline” works.',
  'no order': 'The order has no reference, so only card numbers and “Offline” work.',
  failed: 'The scenario could not be set. Only card numbers and “Offline” work.',
};

/** `<qa-scenarios>`: selects a scenario for the order, or fills in its card. */
export class ScenarioPanel extends PagePart {
  static override properties = { ...PagePart.properties, client: { attribute: false }, fill: { attribute: false } };

  declare client: ScenarioClient;
  /** Fills in the form. */
  declare fill: (fill: Fill) => void;

  override connectedCallback(): void {
    super.connectedCallback();
    this.client.addEventListener('change', this.requestRender);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.client.removeEventListener('change', this.requestRender);
  }

  protected override updated(): void {
    this.ariaBusy = String(this.client.state === 'saving');
  }

  protected override render(): TemplateResult {
    const notice = NOTICES[this.client.state];
    const groups = GROUPS.map(([group, title]) => {
      const rows = SCENARIOS.filter((scenario) => scenario.group === group).map(this.#row);
      return html`<fieldset class="scenario-group">
        <legend>${title}</legend>
        ${rows}
      </fieldset>`;
    });
    return html`
      <p class="hint">
        Pick a scenario to apply it to every payment of this order, with either key. With a Test key you can use its
        card number instead: click it to fill it in.
      </p>
      <div role="status">${notice ? html`<p class="notice warning">${notice}</p>` : nothing}</div>
      <label class="scenario-row by-card">
        ${this.#radio('')}
        <span class="scenario-label">By card number</span>
        <span class="hint">No scenario selected. Any other valid card number succeeds.</span>
      </label>
      ${groups}
    `;
  }

  readonly #row = (scenario: Scenario): TemplateResult => {
    const { id, label, description, card, outcome, charges } = scenario;
    const [outcomeLabel, style] = OUTCOMES[outcome];
    const fill = () => {
      this.fill(scenarioFill(scenario));
    };
    return html`
      <div class="scenario-row">
        <label>
          ${this.#radio(id)}
          <span class="scenario-label">${label}</span>
          <span class="hint">${description}</span>
        </label>
        <span class="scenario-outcome">
          <span class="badge ${style}"><span class="visually-hidden">Outcome: </span>${outcomeLabel}</span>
          <span class="hint">${charges === 1 ? '1 charge' : 'no charge'}</span>
        </span>
        <button type="button" class="quiet small number" title="Fill in this card" @click=${fill}>
          ${card.replace(/\d{4}(?=\d)/g, '$& ')}<span class="visually-hidden">: fill in the card for ${label}</span>
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
