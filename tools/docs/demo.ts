import { SCENARIOS, type Scenario } from '../../src/sandbox/scenarios.js';
import { code, table } from './markdown.js';

const GROUPS: Readonly<Record<Scenario['group'], string>> = {
  success: 'The payment succeeds',
  refused: 'The payment is refused',
  bank: 'The bank asks for a confirmation',
  unknown: 'The outcome is unknown',
  network: 'The connection fails',
};

const OUTCOMES: Readonly<Record<Scenario['outcome'], string>> = {
  paid: 'paid',
  pending: 'pending',
  not_charged: 'not charged',
  unknown: 'unknown',
};

/** Tables of the demo. */
export const demoBlocks = {
  scenarios: () =>
    Object.entries(GROUPS)
      .map(([group, title]) => `**${title}**\n\n${scenarioTable(SCENARIOS.filter((one) => one.group === group))}`)
      .join('\n\n'),
};

function scenarioTable(scenarios: readonly Scenario[]): string {
  return table(
    ['Card number', 'What happens', 'Outcome', 'Charges', 'ID'],
    scenarios.map(({ card, description, outcome, charges, id }) => [
      code(card.replace(/\d{4}(?=\d)/g, '$& ')),
      description,
      OUTCOMES[outcome],
      String(charges),
      code(id),
    ]),
  );
}
