import type { LedgerEntry } from '../../demo/sandbox/ledger.js';
import type { Checkout, Claim, Heard, Sight } from './checkout.js';

/** What an event says of the money. */
const CLAIMS: Partial<Record<Heard['type'], Claim>> = {
  success: 'paid',
  pending: 'pending',
  failure: 'not_charged',
  unknown: 'unknown',
};

/**
 * All that is wrong with how a shopper was treated, with what the service has charged for the order as the judge. To be
 * asked when nothing is under way any more. Empty when all is well.
 * @param sights what the shopper saw, at any time
 */
export function wrongs(
  { heard, reference }: Pick<Checkout, 'heard' | 'reference'>,
  sights: readonly Sight[],
  ledger: readonly LedgerEntry[],
): string[] {
  const charges = ledger.filter((entry) => entry.reference === reference);
  const chargedKeys = new Set(charges.map(({ idempotency_key }) => idempotency_key));
  const claims = heard.map(({ type }) => CLAIMS[type]);
  const last = claims.findLast((claim) => claim !== undefined);
  const seen = sights.at(-1);
  const says = (claim: Claim) => claims.includes(claim) || sights.some((sight) => sight.claim === claim);
  return Object.entries({
    [`charged ${charges.length} times`]: charges.length > 1,
    'called paid, and is not': says('paid') && charges.length === 0,
    // A key is an attempt: the order's next one may be charged.
    'called not charged, and is': heard.some(
      ({ type, idempotencyKey }) => type === 'failure' && idempotencyKey && chargedKeys.has(idempotencyKey),
    ),
    'shown as not charged, and told as something else': seen?.claim === 'not_charged' && last !== 'not_charged',
    'shown as paid, and told as something else': seen?.claim === 'paid' && last !== 'paid',
    'asked to pay while it is unknown': sights.some(({ claim, canPay }) => claim === 'unknown' && canPay),
    'asked to pay what is paid': sights.some(({ claim, canPay }) => claim === 'paid' && canPay),
  })
    .filter(([, isSo]) => isSo)
    .map(([what]) => what);
}
