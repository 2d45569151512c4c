import { PaymentError } from '../contract/errors.js';

/** Each order has an item: in a list, concurrent payments would overwrite each other. */
export function attemptKey(proxyUrl: string, reference: string | undefined): string {
  return `payment-widget:${JSON.stringify([proxyUrl.replace(/\/+$/, ''), reference?.normalize()])}`;
}

interface StoredOrder {
  readonly proxyUrl?: unknown;
  readonly reference?: string | undefined;
  readonly ownerDocument: Pick<Document, 'location'>;
}

/** In isolated mode, the page stores the beginning of the key. */
export function findStoredKey({ proxyUrl, reference, ownerDocument }: StoredOrder): string | undefined {
  try {
    const { href } = new URL(proxyUrl as string, ownerDocument.location.href);
    const text = sessionStorage.getItem(attemptKey(href, reference));
    return (JSON.parse(text as string) as { idempotencyKey: string } | null)?.idempotencyKey;
  } catch {
    return undefined; // no storage, or an invalid value
  }
}

export function unsettled(cause?: unknown): PaymentError {
  return new PaymentError('connection_lost', 'An earlier payment of this order is not settled yet.', { cause });
}
