import { normalizeCvc, normalizePan, parseExpiry } from './card.js';
import type { FormValues } from './form.js';
import type { PaymentDraft, PaymentRequest } from './schema.js';

/** Makes the body of `POST /v1/payments` from a form that has passed its checks. */
export function createPaymentRequest(order: Omit<PaymentDraft, 'customer'>, values: FormValues): PaymentRequest {
  const expiry = parseExpiry(values['card-expiry'] ?? '');
  const name = values['cardholder-name']?.trim();
  return {
    ...order,
    ...(name && { customer: { name } }),
    payment_method: {
      type: 'card',
      card: {
        number: normalizePan(values['card-number'] ?? ''),
        exp_month: expiry?.month ?? 0,
        exp_year: expiry?.year ?? 0,
        cvc: normalizeCvc(values['card-cvc'] ?? ''),
      },
    },
  };
}
