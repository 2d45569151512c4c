import type { PlainPayment } from '../../src/payment/schema.js';

/** A card number that stands for one: nothing that people read may ever show it. */
export const PAN = '4242424242424242';
export const CVC = '987';
export const IDEMPOTENCY_KEY = 'k'.repeat(43);

type Change = Omit<Partial<PlainPayment>, 'payment_method'> & {
  card?: Partial<PlainPayment['payment_method']['card']>;
};

/** A payment that everybody takes; a test changes what it is about. */
export function samplePayment({ card, ...change }: Change = {}): PlainPayment {
  return {
    amount: 4999,
    currency: 'EUR',
    reference: 'order-1042',
    customer: { name: 'Ada Lovelace' },
    ...change,
    payment_method: { type: 'card', card: { number: PAN, exp_month: 12, exp_year: 2030, cvc: CVC, ...card } },
  };
}
