import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Scenario } from '../../../src/sandbox/scenarios.js';
import type { LedgerEntry } from '../../../src/sandbox/ledger.js';
import { formatTime, money } from './format.js';
import type { Journal } from './journal.js';
import { JournalController } from './journal-controller.js';
import { bankScenario, count, judge, scenarioOfCard, sentAmount, type Verdict } from './verdict.js';

const SIGNS = { pass: '✓', fail: '✕', open: '…', none: '–' } as const;

/** The verdict on the order of a journal. */
export function verdictOf({ hub, attempts, ledger, exchanges }: Journal): Verdict {
  const { outcome, firstOutcome, shown, state, isAtBank } = attempts;
  return judge({
    hasReference: hub.state.reference !== '',
    ledger,
    outcome,
    firstOutcome,
    isBusy: state === 'busy',
    isAtBank,
    shown,
    sent: sentAmount(exchanges),
    scenario: playedScenario({ attempts, exchanges }),
  });
}

/** The scenario of the last attempt: the selected one, or the one of its card, also after the page of a bank. */
export function playedScenario({ attempts, exchanges }: Pick<Journal, 'attempts' | 'exchanges'>): Scenario | undefined {
  return attempts.scenario ?? (attempts.isSubmitted ? scenarioOfCard(exchanges) : bankScenario(exchanges));
}

/** `<qa-verdict>`: whether the charges match what the shopper was told, with the ledger. */
export class QaVerdict extends LitElement {
  static override properties = { journal: { attribute: false } };

  declare journal: Journal | undefined;

  constructor() {
    super();
    new JournalController(this, () => this.journal);
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): unknown {
    if (!this.journal) return nothing;
    const { ledger } = this.journal;
    const { judgement, title, expected, amounts } = verdictOf(this.journal);
    return html`
      <div class="verdict" data-judgement=${judgement}>
        <span class="verdict-sign" aria-hidden="true">${SIGNS[judgement]}</span>
        <div class="verdict-text">
          <p class="verdict-title" role="status">${title}</p>
          ${amounts.length > 0 ? html`<p class="verdict-amounts">${renderAmounts(amounts)}</p>` : nothing}
          ${
            expected
              ? html`<p class="verdict-expected" data-met=${String(expected.isMet)}>${expected.text}.</p>`
              : nothing
          }
        </div>
      </div>
      ${ledger === undefined ? nothing : renderLedger(ledger)}
    `;
  }
}

function renderAmounts(amounts: Verdict['amounts']): TemplateResult[] {
  return amounts.map(([label, amount], index) => {
    const before = amounts[index - 1]?.[1];
    const sign = before === undefined ? '' : before === amount ? ' = ' : ' ≠ ';
    return html`${sign}<span>${label} <strong>${amount}</strong></span>`;
  });
}

function renderLedger(ledger: readonly LedgerEntry[] | null): TemplateResult {
  if (!ledger) return html`<p class="hint">The ledger of a real service cannot be read.</p>`;
  const rows = ledger.map(renderCharge);
  return html`<details class="ledger" ?open=${ledger.length > 1}>
    <summary>Sandbox ledger for this order: ${count(ledger.length)}</summary>
    ${
      ledger.length === 0
        ? html`<p class="hint">No charges.</p>`
        : html`<div class="table-frame" role="region" aria-label="Ledger" tabindex="0">
            <table>
              <thead>
                <tr>
                  <th scope="col">Time</th>
                  <th scope="col">Amount</th>
                  <th scope="col">Card</th>
                  <th scope="col">Payment</th>
                </tr>
              </thead>
              <tbody>
                ${rows}
              </tbody>
            </table>
          </div>`
    }
  </details>`;
}

function renderCharge({ charged_at, amount, currency, card, mode, id }: LedgerEntry): TemplateResult {
  return html`<tr>
    <td>${formatTime(Date.parse(charged_at))}</td>
    <td>${money(amount, currency)}</td>
    <td class="nowrap">•••• ${card.last4}</td>
    <td><code>${id}</code> <span class="badge">${mode}</span></td>
  </tr>`;
}

customElements.define('qa-verdict', QaVerdict);

declare global {
  interface HTMLElementTagNameMap {
    'qa-verdict': QaVerdict;
  }
}
