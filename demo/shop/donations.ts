import type { PaymentDraft, ResolvedPayment } from '../../src/contract/schema.js';

/** Limits in minor units. Shown by the page, enforced by the server. */
export const DONATION = { currency: 'EUR', min: 500, max: 100_000 } as const;

/** Accepts any amount within the limits. */
export function findDonation({ amount, currency }: PaymentDraft): ResolvedPayment | undefined {
  const accepted = currency === DONATION.currency && amount >= DONATION.min && amount <= DONATION.max;
  return accepted ? { amount, currency } : undefined;
}
