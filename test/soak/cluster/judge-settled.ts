import type { ListedAttempt } from '../../../src/proxy/index.js';
import type { ChargesByKey } from '../faults/database-campaign/judge.js';
import type { Outcomes } from './shop.js';

export interface SettledHistory {
  /** All attempts in the store. */
  readonly attempts: readonly Pick<ListedAttempt, 'key' | 'state'>[];
  readonly charges: ChargesByKey;
  /** What the shop was told. */
  readonly outcomes: Outcomes;
}

/** The outcome that the shop must be told, or the state of an attempt that is not settled. */
const expected = (state: ListedAttempt['state']): string =>
  (({ succeeded: 'paid', failed: 'failed' }) as Partial<Record<string, string>>)[state] ?? state;

/** The settled attempts that the shop was not told of yet. */
export function untold({ attempts, outcomes }: Omit<SettledHistory, 'charges'>): string[] {
  const isUntold = ({ key, state }: SettledHistory['attempts'][number]) =>
    outcomes.get(key)?.at(-1) !== expected(state);
  return attempts.filter(isUntold).map(({ key, state }) => `${key} is ${state}, and the shop was not told`);
}

/** Wrong records and wrong, missing or additional webhooks. */
export function judgeSettled({ attempts, charges, outcomes }: SettledHistory): string[] {
  const states = new Map(attempts.map(({ key, state }) => [key, state]));
  const wrong = attempts.flatMap(({ key, state }) => {
    const isCharged = (charges.get(key)?.length ?? 0) > 0;
    return state === (isCharged ? 'succeeded' : 'failed')
      ? []
      : [`${key} is recorded as ${state}, charged: ${isCharged}`];
  });
  const lost = [...charges.keys()]
    .filter((key) => !states.has(key))
    .map((key) => `${key} is charged, and not recorded`);
  const told = [...outcomes].flatMap(([key, each]) => {
    const isTrue = each.every((outcome) => outcome === (charges.has(key) ? 'paid' : 'failed'));
    return isTrue ? [] : [`the shop was told ${each.join(', ')} of ${key}, charged: ${charges.has(key)}`];
  });
  return [...wrong, ...lost, ...told, ...untold({ attempts, outcomes })];
}
