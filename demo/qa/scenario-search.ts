import type { Scenario } from '../../src/sandbox/scenarios.js';

/** Labels of the groups, in display order. */
export const GROUP_LABELS: Readonly<Record<Scenario['group'], string>> = {
  success: 'Successful',
  refused: 'Refused',
  bank: 'Confirmation by the bank',
  unknown: 'Unknown outcome',
  network: 'Network',
};

export const OUTCOME_LABELS: Readonly<Record<Scenario['outcome'], string>> = {
  paid: 'paid',
  pending: 'pending',
  not_charged: 'not charged',
  unknown: 'unknown',
};

export const chargesLabel = ({ charges }: Scenario): string => (charges === 1 ? '1 charge' : 'no charge');

/** `4242 4242 4242 4242` */
export const cardLabel = ({ card }: Scenario): string => card.replace(/\d{4}(?=\d)/g, '$& ');

/** Finds scenarios with all words of a query in their visible text, their ID or their card number. */
export function findScenarios(scenarios: readonly Scenario[], query: string): readonly Scenario[] {
  const text = query.trim().toLowerCase();
  const isNumber = /^[\d\s]+$/.test(text);
  const words = isNumber ? [text.replace(/\s/g, '')] : text.split(/\s+/);
  return scenarios.filter((scenario) => {
    const all = textOf(scenario);
    return words.every((word) => all.includes(word));
  });
}

function textOf(scenario: Scenario): string {
  const { id, label, description, card, group, outcome } = scenario;
  const parts = [id, label, description, card, GROUP_LABELS[group], OUTCOME_LABELS[outcome], chargesLabel(scenario)];
  return parts.join('\n').toLowerCase();
}
