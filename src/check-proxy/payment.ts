import type { PaymentRequest } from '../contract/schema.js';
import type { Settings } from './settings.js';

export type Card = PaymentRequest['payment_method']['card'];

export const CVC = '123';

/** Members of a payment that differ from the usual ones. */
export interface PaymentMembers {
  readonly amount?: number;
  readonly reference?: string;
  readonly description?: string;
  readonly metadata?: PaymentRequest['metadata'];
  readonly card?: Partial<Card>;
}

/** Creates a payment with the test card. */
export function createPayment(
  settings: Pick<Settings, 'amount' | 'currency' | 'card'>,
  { amount, reference, description, metadata, card }: PaymentMembers & { readonly reference: string },
): PaymentRequest & { readonly reference: string } {
  return {
    amount: amount ?? settings.amount,
    currency: settings.currency,
    reference,
    customer: { name: 'Proxy Check' },
    payment_method: {
      type: 'card',
      card: { number: settings.card, exp_month: 12, exp_year: new Date().getFullYear() + 2, cvc: CVC, ...card },
    },
    ...(description && { description }),
    ...(metadata && { metadata }),
  };
}
