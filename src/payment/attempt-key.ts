import { PaymentError } from '../contract/errors.js';

/**
 * The item in `sessionStorage` that keeps the attempt of an order. One per order: in a list, concurrent payments would overwrite
 * each other.
 * @param proxyUrl - absolute URL of the merchant's proxy
 */
export function attemptKey(proxyUrl: string, reference: string | undefined): string {
  return `payment-widget:${JSON.stringify([proxyUrl.replace(/\/+$/, ''), reference?.normalize()])}`;
}

/** The error of an attempt of an earlier page whose outcome is unknown. */
export function unsettled(cause?: unknown): PaymentError {
  return new PaymentError('connection_lost', 'An earlier payment of this order is not settled yet.', { cause });
}
