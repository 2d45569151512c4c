import type { LedgerEntry } from '../../../src/sandbox/payments.js';
import type { Checkout, Claim, Heard, Sight } from './checkout.js';

/** The claim of an event. */
const CLAIMS: Partial<Record<Heard['type'], Claim>> = {
  success: 'paid',
  pending: 'pending',
  failure: 'not_charged',
  unknown: 'unknown',
};

/**
 * Violations of the promises to a shopper, judged by the charges for the order. To be called when no payment is in
 * progress.
 * @param sights all snapshots of the page, in order
 */
export function violations(
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
    'claimed paid, but not charged': says('paid') && charges.length === 0,
    // Judged by key, since a later attempt for the order may be charged.
    'claimed not charged, but charged': heard.some(
      ({ type, idempotencyKey }) => type === 'failure' && idempotencyKey && chargedKeys.has(idempotencyKey),
    ),
    'shown as not charged, but another event': seen?.claim === 'not_charged' && last !== 'not_charged',
    'shown as paid, but another event': seen?.claim === 'paid' && last !== 'paid',
    'offered to pay while unknown': sights.some(({ claim, canPay }) => claim === 'unknown' && canPay),
    'offered to pay when paid': sights.some(({ claim, canPay }) => claim === 'paid' && canPay),
  })
    .filter(([, isSo]) => isSo)
    .map(([problem]) => problem);
}
