import { digitsOf, type Typed } from './card.js';

export const ORDER = { amount: 4999, currency: 'EUR', reference: 'order-1042' } as const;

/** A literal, as in the plain form: a page's first `Intl.NumberFormat` costs more than the rest of a minimal form. */
export const PAY_LABEL = 'Pay €49.99';

export async function sendPayment({ number, expiry, cvc, name }: Typed): Promise<boolean> {
  const card = {
    number: digitsOf(number),
    exp_month: Number(expiry.slice(0, 2)),
    exp_year: 2000 + Number(expiry.slice(-2)),
    cvc,
  };
  const response = await fetch('/pay/v1/payments', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
    body: JSON.stringify({ ...ORDER, customer: { name }, payment_method: { type: 'card', card } }),
  });
  return response.ok;
}
