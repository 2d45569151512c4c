/**
 * The sandbox's own choices: here, and in `behaviours.ts` what can be made to happen. The interface of the payments service shows one operation, its
 * path, its header, `200 OK`, two kinds of key and a limit of 1000 requests a minute. It does not show bodies, error
 * statuses, key formats or what happens at the limit. A stand-in has to do something there; what it does is made up
 * here, says nothing about the real service, and nobody may rely on it.
 */
import { STATUS_CODES } from 'node:http';
import { randomBytes } from 'node:crypto';
import { paymentRequest, type PlainPayment } from '../../src/contract/schema.js';
import type { Mode } from '../../src/contract/protocol.js';
import type { RefusedCard } from './card-key.js';

/** Key format: the kind, then 32 random characters. */
export function createApiKey(mode: Mode): string {
  return `sandbox_${mode}_${randomBytes(24).toString('base64url')}`;
}

/** Request body: what the widget sends by default. */
export const requestBody = paymentRequest;

/** Success body. */
export interface PaymentRecord {
  readonly id: string;
  readonly status: 'succeeded';
  readonly mode: Mode;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly reference?: string | undefined;
  readonly created_at: string;
  readonly card: { readonly last4: string };
}

export function createPaymentRecord(payment: PlainPayment, mode: Mode, now: Date): PaymentRecord {
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

/** Error body, with a status that the handler or a scenario uses. */
export function errorAnswer(status: number, code: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { code, message: STATUS_CODES[status] } }, { status, headers });
}

/** A refusal that names fields, each by a JSON pointer, as the merchant's proxy does in its own. */
export function fieldErrorAnswer(): Response {
  const errors = [
    { pointer: '/payment_method/card/number', detail: 'This card number is not in use.' },
    { pointer: '/payment_method/card/cvc', detail: 'This security code does not belong to the card.' },
  ];
  return Response.json({ error: { code: 'invalid_request', message: STATUS_CODES[400] }, errors }, { status: 400 });
}

/**
 * An encrypted card that is not taken. One that this attempt has used before may be charged, so that is a conflict and no
 * refusal.
 */
export function refusedCard({ refused }: RefusedCard): Response {
  return errorAnswer(refused === 'used' ? 409 : 422, `encrypted_card_${refused}`);
}
