import type { Charge } from '../faults/database-campaign/service.js';
import type { ChargesByKey } from '../faults/database-campaign/judge.js';
import type { RecordedAttempt } from './operator.js';
import type { Outcomes } from './shop.js';

export interface SettledHistory {
  /** All attempts in the store. */
  readonly attempts: readonly RecordedAttempt[];
  readonly charges: ChargesByKey;
  /** Requests that the service got. */
  readonly arrivals: readonly Pick<Charge, 'key'>[];
  /** What the shop was told. */
  readonly outcomes: Outcomes;
}

/** The settled attempts that the shop was not told of yet. */
export function untold({ attempts, outcomes }: Pick<SettledHistory, 'attempts' | 'outcomes'>): string[] {
  return attempts.flatMap(({ key, state, isSettled }) => {
    const isTold = outcomes.get(key)?.at(-1) === (state === 'succeeded' ? 'paid' : state);
    return isTold || !isSettled ? [] : [`${key} is ${state}, and the shop was not told`];
  });
}

/** Wrong records and wrong, missing or additional webhooks. */
export function judgeSettled({ attempts, charges, arrivals, outcomes }: SettledHistory): string[] {
  const recorded = new Map(attempts.map((attempt) => [attempt.key, attempt]));
  const wrong = attempts.flatMap(({ key, state }) => {
    const isCharged = charges.has(key);
    const isTrue = state === (isCharged ? 'succeeded' : 'failed');
    return isTrue ? [] : [`${key} is recorded as ${state}, charged: ${isCharged}`];
  });
  const sent = [...new Set(arrivals.map(({ key }) => key))];
  const lost = sent.filter((key) => !recorded.get(key)?.isSettled).map((key) => `${key} was sent, and is not settled`);
  const told = [...outcomes].flatMap(([key, each]) => {
    const isTrue = each.every((outcome) => outcome === (charges.has(key) ? 'paid' : 'failed'));
    return isTrue ? [] : [`the shop was told ${each.join(', ')} of ${key}, charged: ${charges.has(key)}`];
  });
  return [...wrong, ...lost, ...told, ...untold({ attempts, outcomes })];
}
