import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { findScenario, SCENARIOS, type Scenario } from '../../src/sandbox/scenarios.js';
import { scenarioFill, type Fill } from './fill-data.js';
import { PagePart } from './page-part.js';
import type { ScenarioClient, SwitchState } from './scenario-client.js';
import { cardLabel, chargesLabel, findScenarios, GROUP_LABELS, OUTCOME_LABELS } from './scenario-search.js';

const OUTCOME_STYLES: Readonly<Record<Scenario['outcome'], string>> = {
  paid: 'positive',
  pending: 'accent',
  not_charged: '',
  unknown: 'warning',
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
  static override properties = {
    ...PagePart.properties,
    client: { attribute: false },
    fill: { attribute: false },
    query: { state: true },
  };

  declare client: ScenarioClient;
  /** Fills in the form. */
  declare fill: (fill: Fill) => void;
  declare protected query: string;

  constructor() {
    super();
    this.query = '';
  }

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
    const found = findScenarios(SCENARIOS, this.query);
    const groups = Object.entries(GROUP_LABELS).map(([group, title]) => {
      const rows = found.filter((scenario) => scenario.group === group).map(this.#row);
      if (rows.length === 0) return nothing;
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
      <div class="field scenario-search">
        <label for="scenario-query">Search scenarios</label>
        <input
          id="scenario-query"
          type="search"
          autocomplete="off"
          spellcheck="false"
          placeholder="declined, 503, charged, 4178 …"
          .value=${live(this.query)}
          @input=${this.#onQuery}
        />
        <p class="hint" role="status">${this.#renderCount(found)}</p>
      </div>
      <label class="scenario-row by-card">
        ${this.#radio('')}
        <span class="scenario-label">By card number</span>
        <span class="hint">No scenario selected. Any other valid card number succeeds.</span>
      </label>
      ${groups}
    `;
  }

  /** The number of results, and the selection if the search hides it. */
  #renderCount(found: readonly Scenario[]): string {
    const selected = findScenario(this.model.get('scenario'));
    const hidden = selected && !found.includes(selected) ? ` Selected: “${selected.label}”` : '';
    if (found.length === 0) return `No scenario matches “${this.query.trim()}”.${hidden}`;
    const isAll = found.length === SCENARIOS.length;
    return isAll
      ? `${found.length} scenarios`
      : `${found.length} of ${SCENARIOS.length} scenarios${hidden && `.${hidden}`}`;
  }

  readonly #onQuery = (event: Event): void => {
    this.query = (event.target as HTMLInputElement).value;
  };

  readonly #row = (scenario: Scenario): TemplateResult => {
    const { id, label, description, outcome } = scenario;
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
          <span class="badge ${OUTCOME_STYLES[outcome]}"
            ><span class="visually-hidden">Outcome: </span>${OUTCOME_LABELS[outcome]}</span
          >
          <span class="hint">${chargesLabel(scenario)}</span>
        </span>
        <button type="button" class="quiet small number" title="Fill in this card" @click=${fill}>
          ${cardLabel(scenario)}<span class="visually-hidden">: fill in the card for ${label}</span>
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
