import type { PayResult } from '../transport/response.js';
import { PaidOrders } from './paid-orders.js';

/** Loaded on demand, for proxies that do not declare `idempotency`: they would send the payment of a second tab, too. */

export { probeProxy } from './probe-proxy.js';

export const paidOrders = new PaidOrders();

/**
 * Sends a payment, unless another tab or form of this browser is paying the order, or has paid it within a day.
 * @returns `paid` if the order was paid before; `undefined` if it is being paid. Then nothing was sent.
 */
export function sendAlone(
  proxyUrl: string,
  reference: string | undefined,
  send: () => Promise<PayResult | undefined>,
): Promise<PayResult | 'paid' | undefined> {
  return withLock(reference && `payment-widget ${proxyUrl} ${reference}`, async () => {
    if (await paidOrders.has(proxyUrl, reference)) return 'paid';
    const result = await send();
    if (result?.outcome === 'paid') await paidOrders.add(proxyUrl, reference); // before another tab may send
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
