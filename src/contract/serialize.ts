import { PaymentError } from './errors.js';
import type { PaymentRequest } from './schema.js';

/** Makes the body to send in place of the default one. */
export type BuildRequest = (payment: PaymentRequest) => unknown;

/**
 * The request as JSON, the merchant's own shape where there is one.
 * @throws {PaymentError} `invalid_request_body` when the merchant's function fails or gives nothing
 */
export function serializeRequest(payment: PaymentRequest, build: BuildRequest = (same) => same): string {
  try {
    const built = build(payment);
    const body = built instanceof Promise ? undefined : (JSON.stringify(built) as string | undefined);
    if (body !== undefined) return body;
  } catch {
    // The error may quote what the function was given, which is a card: nothing of it goes on.
  }
  throw new PaymentError('invalid_request_body', 'buildRequest failed, or gave nothing that can be sent as JSON.');
}
