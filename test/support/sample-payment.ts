import type { PaymentRequest } from 'payment-widget/contract/request';

/** A card number. No output may contain it. */
export const PAN = '4242424242424242';
export const CVC = '987';
export const IDEMPOTENCY_KEY = 'k'.repeat(43);

type Change = Omit<Partial<PaymentRequest>, 'payment_method'> & {
  card?: Partial<PaymentRequest['payment_method']['card']>;
};

/** A valid payment with changes. */
export function samplePayment({ card, ...change }: Change = {}): PaymentRequest {
  return {
    amount: 4999,
    currency: 'EUR',
    reference: 'order-1042',
    customer: { name: 'Ada Lovelace' },
    ...change,
    payment_method: { type: 'card', card: { number: PAN, exp_month: 12, exp_year: 2030, cvc: CVC, ...card } },
  };
}

/** A payment with changes as JSON Merge Patch (RFC 7396): `null` removes a member. For the vectors. */
export function changed(payment: unknown, change: unknown): unknown {
  if (typeof change !== 'object' || change === null || Array.isArray(change)) return change;
  const result = new Map(Object.entries((payment as object | undefined) ?? {}));
  for (const [name, value] of Object.entries(change)) {
    if (value === null) result.delete(name);
    else result.set(name, changed(result.get(name), value));
  }
  return Object.fromEntries(result);
}
