/**
 * Everything that the sandbox assumes about the payments service, together with `behaviours.ts`. The interface of the
 * service documents one operation, its path, its header, `200 OK`, two kinds of key and a limit of 1000 requests per
 * minute. Bodies, error statuses, key formats and the behaviour at the limit are invented here. Do not rely on them.
 */
import { STATUS_CODES } from 'node:http';
import { randomBytes } from 'node:crypto';
import type { Mode, PaymentRequest } from 'payment-widget/contract';

export function createApiKey(mode: Mode): string {
  return `sandbox_${mode}_${randomBytes(24).toString('base64url')}`;
}

export interface PaymentRecord {
  readonly id: string;
  readonly status: 'succeeded';
  readonly mode: Mode;
  readonly amount: number;
  readonly currency: string;
  readonly reference?: string | undefined;
  readonly created_at: string;
  readonly card: { readonly last4: string };
}

export function createPaymentRecord(payment: PaymentRequest, mode: Mode, now: Date): PaymentRecord {
  const { amount, currency, reference, payment_method: method } = payment;
  return {
    id: `pay_${randomBytes(12).toString('hex')}`,
    status: 'succeeded',
    mode,
    amount,
    currency,
    reference,
    created_at: now.toISOString(),
    card: Object.freeze({ last4: method.card.number.slice(-4) }),
  };
}

/** Body if the bank asks the shopper for a confirmation. Its members and its status 202 are invented, like all others. */
export function challengeResponse(record: PaymentRecord, url: string, challenge: string): Response {
  const body = { ...record, status: 'requires_action', challenge: { url, fields: { challenge } } };
  return Response.json(body, { status: 202 });
}

export function errorResponse(status: number, code: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { code, message: STATUS_CODES[status] } }, { status, headers });
}

/** Refuses a payment with field errors, each with a JSON pointer, like the proxy's own errors. */
export function fieldErrorResponse(): Response {
  const errors = [
    { pointer: '/payment_method/card/number', detail: 'This card number is not in use.' },
    { pointer: '/payment_method/card/cvc', detail: 'This security code does not belong to the card.' },
  ];
  return Response.json({ error: { code: 'invalid_request', message: STATUS_CODES[400] }, errors }, { status: 400 });
}
