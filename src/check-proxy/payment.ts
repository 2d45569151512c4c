import type { EncryptionKey } from '../contract/encryption-key.js';
import type { PaymentRequest, PlainPayment, ProxyConfig } from '../contract/schema.js';
import type { Settings } from './settings.js';

export type Card = PlainPayment['payment_method']['card'];

export const CVC = '123';

/** Members of a payment that differ from the usual ones. */
export interface PaymentMembers {
  readonly amount?: number;
  readonly reference?: string;
  readonly description?: string;
  readonly metadata?: PlainPayment['metadata'];
  readonly card?: Partial<Card>;
}

/** Creates a payment with the test card. */
export function createPayment(
  settings: Pick<Settings, 'amount' | 'currency' | 'card'>,
  { amount, reference, description, metadata, card }: PaymentMembers & { readonly reference: string },
): PlainPayment & { readonly reference: string } {
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

/** Encrypts the card if the proxy has an encryption key. */
export async function encryptPayment(
  payment: PlainPayment,
  key: string,
  { encryption_key: encryptionKey }: ProxyConfig,
): Promise<PaymentRequest> {
  if (!encryptionKey) return payment;
  const { encryptCard } = await import('../contract/encrypt-card.js');
  const { amount, currency, reference, payment_method: method } = payment;
  const iat = Math.floor(Date.now() / 1000);
  const secret = { iat, idempotency_key: key, amount, currency, ...(reference && { reference }), card: method.card };
  return { ...payment, payment_method: await encryptCard(secret, encryptionKey as EncryptionKey) };
}
