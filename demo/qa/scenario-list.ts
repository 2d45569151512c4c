import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { SCENARIOS, type Scenario } from 'payment-widget-testing/sandbox/scenarios';
import { cardFill, type Fill } from './fill-data.js';
import { count, OUTCOME_LABELS, type Outcome } from './log/verdict.js';
import type { QaModel } from './model.js';
import { originOf } from './stage.js';

const GROUPS: Readonly<Record<Scenario['group'], string>> = {
  success: 'Successful',
  refused: 'Refused',
  bank: 'Confirmation by the bank',
  unknown: 'Unknown outcome',
  network: 'Network',
};

const OUTCOME_STYLES: Readonly<Record<Outcome, string>> = {
  paid: 'positive',
  pending: 'accent',
  not_charged: '',
  unknown: 'warning',
};

/** Selects a scenario for the order, or fills in its card. */
export function renderScenarios(model: QaModel, fill: (fill: Fill) => void): TemplateResult {
  const notice = noticeOf(model);
  const groups = Object.entries(GROUPS).map(([group, title]) => {
    const rows = SCENARIOS.filter((scenario) => scenario.group === group).map((scenario) => {
      const { id, label, description, outcome, charges, card } = scenario;
      const onClick = () => {
        fill(cardFill(label, card));
      };
      return html`<div class="scenario">
        <label>
          ${renderRadio(model, id)}
          <strong>${label}</strong>
          <span class="badge ${OUTCOME_STYLES[outcome]}">${OUTCOME_LABELS[outcome]}</span>
          <span class="hint">${description} In the end, ${count(charges)}.</span>
        </label>
        <button type="button" class="quiet small number" @click=${onClick}>
          ${card.replace(/\d{4}(?=\d)/g, '$& ')}<span class="visually-hidden">: fill in the card of ${label}</span>
        </button>
      </div>`;
    });
    return html`<fieldset>
      <legend>${title}</legend>
      ${rows}
    </fieldset>`;
  });
  return html`
    <p class="hint">
      A scenario applies to every payment of this order, with either key. With a Test key you can use its card number
      instead: press it to fill it in.
    </p>
    <div role="status">${notice ? html`<p class="notice warning">${notice}</p>` : nothing}</div>
    <div class="scenario">
      <label>
        ${renderRadio(model, '')}
        <strong>By card number</strong>
        <span class="hint">No scenario selected. Any other valid card number succeeds.</span>
      </label>
    </div>
    ${groups}
  `;
}

function noticeOf(model: QaModel): string | undefined {
  if (!originOf('bank')) return 'The proxy uses a real service, so only “Offline” works.';
  if (model.get('reference') === '') return 'The order has no reference, so only card numbers and “Offline” work.';
  return model.saved === 'failed' ? 'The scenario could not be set. Only card numbers and “Offline” work.' : undefined;
}

function renderRadio(model: QaModel, id: string): TemplateResult {
  const choose = () => {
    model.set({ scenario: id });
  };
  const isChosen = live(model.get('scenario') === id);
  return html`<input type="radio" name="scenario" .value=${id} .checked=${isChosen} @change=${choose} />`;
}
