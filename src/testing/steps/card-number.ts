import { SCENARIOS, type Scenario } from '../../sandbox/scenarios.js';
import { PaymentTestError } from './errors.js';
import type { TestCard } from './options.js';

/**
 * The number of a test card.
 * @throws {PaymentTestError} `unknown_card`
 */
export function cardNumberOf(card: TestCard = 'success'): string {
  const known = SCENARIOS.find(({ id }) => id === card);
  if (known && isOfService(known)) return known.card;
  const digits = card.replace(/[ -]/g, '');
  if (/^\d{8,24}$/.test(digits)) return digits;
  const names = SCENARIOS.filter(isOfService)
    .map(({ id }) => id)
    .join(', ');
  const problem = known ? `What happens with the card "${card}" is not up to the sandbox.` : `Unknown card "${card}".`;
  throw new PaymentTestError('unknown_card', `${problem} Use the digits of a card, or one of ${names}.`);
}

/** Other scenarios of the QA page happen in the shop or in the page. */
const isOfService = ({ by }: Scenario): boolean => by === 'service' || by === 'bank';
