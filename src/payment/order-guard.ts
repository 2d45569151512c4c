import type { PayResult } from '../transport/response.js';
import { PaidOrders } from './paid-orders.js';

/** Loaded on demand, for proxies that do not declare `idempotency`: they would send the payment of a second tab, too. */

export { probeProxy } from './probe-proxy.js';

export const paidOrders = new PaidOrders();

/**
 * Sends a payment, unless another tab or form of this browser is paying the order, or has paid it within a day.
 * @param price - amount, currency and mode
 * @returns `paid` if the order was paid before at this price; `undefined` if at another, or if it is being paid. Then nothing was sent.
 */
export function sendAlone(
  proxyUrl: string,
  reference: string | undefined,
  price: string,
  send: () => Promise<PayResult | undefined>,
): Promise<PayResult | 'paid' | undefined> {
  return withLock(reference && `payment-widget ${proxyUrl} ${reference}`, async () => {
    const paid = await paidOrders.find(proxyUrl, reference);
    if (paid) return paid === price ? 'paid' : undefined;
    const result = await send();
    if (result?.outcome === 'paid') await paidOrders.add(proxyUrl, reference, price); // before another tab may send
    return result;
  });
}

/**
 * Runs `act` under a Web Lock. Best effort.
 * @param name without one there is no lock
 * @returns `undefined` if it is locked
 */
function withLock<T>(name: string | undefined, act: () => Promise<T>): Promise<T | undefined> {
  const { locks } = (globalThis as { navigator?: { locks?: LockManager } }).navigator ?? {}; // missing in insecure pages
  if (!locks || !name) return act();
  let acting: Promise<T> | undefined;
  return locks
    .request(name, { ifAvailable: true }, (lock) => (lock ? (acting = act()) : undefined))
    .catch(() => acting ?? act()); // locks are denied in some frames
}
