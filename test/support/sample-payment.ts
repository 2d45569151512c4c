import type { PaymentRequest } from '../../src/contract/request.js';

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
