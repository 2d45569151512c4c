import type { Charge } from './service.js';
import type { Claim, Purchase } from './shopper.js';

/** Charges by the key of their attempt. */
export type ChargesByKey = ReadonlyMap<string, readonly Charge[]>;

export function byKey(charges: readonly Charge[]): ChargesByKey {
  const found = new Map<string, Charge[]>();
  for (const charge of charges) found.set(charge.key, [...(found.get(charge.key) ?? []), charge]);
  return found;
}

/** Violations of the promises: a second charge, or a claim that is not true. */
export function judge(purchase: Purchase, all: ChargesByKey): string[] {
  const charges = purchase.keys.flatMap((key) => all.get(key) ?? []);
  const second = charges.length > 1 ? [`${charges.length} charges`] : [];
  return [
    ...second,
    ...purchase.claims.flatMap((claim) => (isTrue(claim, purchase, charges) ? [] : [describe(claim)])),
  ];
}

function isTrue({ word, key, at }: Claim, { tries }: Purchase, charges: readonly Charge[]): boolean {
  if (word === 'paid') return charges.some((charge) => charge.at <= at);
  if (word !== 'not_charged') return true;
  // A later attempt may use the key again, and then be charged.
  const until = tries.find((each) => each.key === key && each.at > at)?.at ?? Infinity;
  return !charges.some((charge) => charge.key === key && charge.at < until);
}

const describe = ({ word, code = '' }: Claim) => `was told ${`${word} ${code}`.trim()}`;
