import { SCENARIOS } from '../../sandbox/scenarios.js';
import { PaymentTestError } from './errors.js';
import type { TestCard } from './options.js';

/**
 * The number of a test card.
 * @throws {PaymentTestError} `unknown_card`
 */
export function cardNumberOf(card: TestCard = 'success'): string {
  const known = SCENARIOS.find(({ id }) => id === card)?.card;
  if (known) return known;
  const digits = card.replace(/[ -]/g, '');
  if (/^\d{8,24}$/.test(digits)) return digits;
  const names = SCENARIOS.map(({ id }) => id).join(', ');
  throw new PaymentTestError('unknown_card', `Unknown card "${card}". Use the digits of a card, or one of ${names}.`);
}
