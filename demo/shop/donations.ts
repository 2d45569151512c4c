import type { PaymentDraft, ResolvedPayment } from '../../src/contract/schema.js';

/** What may be given, in minor units. The page asks for it; here, on the server, it is decided. */
export const DONATION = { currency: 'EUR', min: 500, max: 100_000 } as const;

/** The shopper decides how much, within limits. */
export function findDonation({ amount, currency }: PaymentDraft): ResolvedPayment | undefined {
  const accepted = currency === DONATION.currency && amount >= DONATION.min && amount <= DONATION.max;
  return accepted ? { amount, currency } : undefined;
}
