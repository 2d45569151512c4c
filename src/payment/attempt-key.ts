import { PaymentError } from '../contract/errors.js';

/**
 * The item in `sessionStorage` that keeps the attempt of an order. One per order: in a list, concurrent payments would overwrite
 * each other.
 * @param proxyUrl - absolute URL of the merchant's proxy
 */
export function attemptKey(proxyUrl: string, reference: string | undefined): string {
  return `payment-widget:${JSON.stringify([proxyUrl.replace(/\/+$/, ''), reference?.normalize()])}`;
}

interface StoredOrder {
  readonly proxyUrl?: unknown;
  readonly reference?: string | undefined;
  readonly ownerDocument: Pick<Document, 'location'>;
}

/** The key of the attempt in doubt that is stored for an order. In isolated mode, the page stores the beginning of the key. */
export function findStoredKey({ proxyUrl, reference, ownerDocument }: StoredOrder): string | undefined {
  try {
    const { href } = new URL(proxyUrl as string, ownerDocument.location.href);
    const text = sessionStorage.getItem(attemptKey(href, reference));
    return (JSON.parse(text as string) as { idempotencyKey: string }).idempotencyKey; // throws if there is none
  } catch {
    return undefined; // no attempt, or no storage
  }
}

/** The error of an attempt of an earlier page whose outcome is unknown. */
export function unsettled(cause?: unknown): PaymentError {
  return new PaymentError('connection_lost', 'An earlier payment of this order is not settled yet.', { cause });
}
