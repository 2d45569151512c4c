import type { PaymentRecord } from '../assumptions.js';
import type { Delivery } from '../console-api.js';

/** The payload of an event, as recommended by the Standard Webhooks specification. */
export interface PaymentEvent {
  readonly type: Delivery['type'];
  readonly timestamp: string;
  readonly data: Omit<PaymentRecord, 'status'> & {
    readonly status: 'succeeded' | 'failed';
    readonly idempotency_key: string | null;
    /** The reason of a failure, if the service knows one. */
    readonly error?: { readonly code: string };
  };
}

export function createEvent(
  payment: PaymentRecord,
  status: 'succeeded' | 'failed',
  idempotencyKey: string | null,
  error?: string,
): PaymentEvent {
  return {
    type: `payment.${status}`,
    timestamp: new Date().toISOString(),
    data: { ...payment, status, idempotency_key: idempotencyKey, ...(error && { error: { code: error } }) },
  };
}
