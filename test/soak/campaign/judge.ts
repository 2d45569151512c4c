import type { Charge, Outcomes, RecordedAttempt } from './parties.js';
import type { Claim, Purchase } from './shopper.js';

/** All that is known at the end, when nothing can be sent any more. */
export interface History {
  readonly purchases: readonly Purchase[];
  readonly charges: readonly Charge[];
  /** Requests that the service got. */
  readonly arrivals: readonly Pick<Charge, 'key'>[];
  /** All attempts in the store. */
  readonly attempts: readonly RecordedAttempt[];
  /** What the shop was told. */
  readonly outcomes: Outcomes;
}

/** Violations of the promises: a second charge, a claim or a record that is not true, a webhook that is wrong or missing. */
export function judge({ purchases, charges, arrivals, attempts, outcomes }: History): string[] {
  const all = new Map<string, Charge[]>();
  for (const charge of charges) all.set(charge.key, [...(all.get(charge.key) ?? []), charge]);
  const recorded = new Map(attempts.map((attempt) => [attempt.key, attempt]));
  return [
    ...purchases.flatMap((purchase) =>
      problemsOf(purchase, all).map((problem) => `${problem}: ${JSON.stringify(purchase)}`),
    ),
    ...attempts
      .filter(({ key, state }) => state !== (all.has(key) ? 'succeeded' : 'failed'))
      .map(({ key, state }) => `${key} is recorded as ${state}, charged: ${all.has(key)}`),
    ...[...new Set(arrivals.map(({ key }) => key))]
      .filter((key) => !recorded.get(key)?.isSettled)
      .map((key) => `${key} was sent, and is not settled`),
    ...[...outcomes]
      .filter(([key, each]) => each.some((outcome) => outcome !== (all.has(key) ? 'paid' : 'failed')))
      .map(([key, each]) => `the shop was told ${each.join(', ')} of ${key}, charged: ${all.has(key)}`),
    ...untold({ attempts, outcomes }),
  ];
}

/** The settled attempts that the shop was not told of. */
export function untold({ attempts, outcomes }: Pick<History, 'attempts' | 'outcomes'>): string[] {
  return attempts
    .filter(({ isSettled, key, state }) => isSettled && outcomes.get(key)?.at(-1) !== TOLD[state])
    .map(({ key, state }) => `${key} is ${state}, and the shop was not told`);
}

const TOLD: Readonly<Partial<Record<RecordedAttempt['state'], string>>> = { succeeded: 'paid', failed: 'failed' };

function problemsOf(purchase: Purchase, all: ReadonlyMap<string, readonly Charge[]>): string[] {
  const charges = purchase.keys.flatMap((key) => all.get(key) ?? []);
  const second = charges.length > 1 ? [`${charges.length} charges`] : [];
  const untrue = purchase.claims.filter((claim) => !isTrue(claim, purchase, charges));
  return [...second, ...untrue.map(({ word, code = '' }) => `was told ${`${word} ${code}`.trim()}`)];
}

function isTrue({ word, key, at }: Claim, { tries }: Purchase, charges: readonly Charge[]): boolean {
  if (word === 'paid') return charges.some((charge) => charge.at <= at);
  if (word !== 'not_charged') return true;
  // A later attempt may use the key again, and then be charged.
  const until = tries.find((each) => each.key === key && each.at > at)?.at ?? Infinity;
  return !charges.some((charge) => charge.key === key && charge.at < until);
}
