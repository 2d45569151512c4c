import type { Mode } from '../../src/contract/protocol.js';
import type { ResolvePayment } from '../../src/proxy/index.js';
import { findScenario } from '../../src/sandbox/scenarios.js';

/** Charged on top of the price with the cards of the scenario, in minor units. */
export const EXTRA = 200;

const ID = 'card_price';
const BIN = findScenario(ID)?.card.slice(0, 8);

/** Maximum number of orders. The oldest is dropped first. */
const MAX_ORDERS = 1000;

/**
 * Returns a `resolvePayment` that accepts the amount of the page, and asks for more with the cards of the scenario “Price by card”.
 * @param chosen - returns the scenario that was selected for an order
 */
export function createCardPrice(
  mode: Mode,
  chosen: (reference: string | undefined) => string | undefined,
): ResolvePayment {
  /** By order: the amount without the extra. A shop would read it from its records. */
  const bases = new Map<string, number>();
  return ({ reference = '', amount, currency }, _request, { bin }) => {
    const choice = chosen(reference);
    const isDear = choice === undefined ? mode === 'test' && bin === BIN : choice === ID;
    const known = bases.get(reference);
    const base = known !== undefined && amount === known + EXTRA ? known : amount;
    if (isDear) remember(bases, reference, base);
    return { amount: isDear ? base + EXTRA : base, currency, ...(reference && { reference }) };
  };
}

function remember(bases: Map<string, number>, reference: string, base: number): void {
  bases.delete(reference); // makes it the newest
  bases.set(reference, base);
  const [oldest] = bases.keys();
  if (bases.size > MAX_ORDERS && oldest !== undefined) bases.delete(oldest);
}
