import { PaymentError } from '../contract/errors.js';
import { realClock, withinTime } from '../contract/clock.js';

/** In ms. */
const TIMEOUT = 10_000;

/** @throws {PaymentError} `proxy_error`; the next call tries again */
export async function loadOrderGuard(): Promise<typeof import('./order-guard.js')> {
  try {
    return await withinTime(TIMEOUT, realClock, () => import('./order-guard.js'));
  } catch (cause) {
    const message = 'order-guard.js could not be loaded. Expected it beside payment-widget.js.';
    throw new PaymentError('proxy_error', `${message} Nothing was sent.`, { cause });
  }
}

/**
 * Remembers that this browser has paid an order, or forgets it. Best effort.
 * @param price - without one, the order is forgotten
 */
export function rememberPaid(proxyUrl: string, reference: string | undefined, price?: string): void {
  void loadOrderGuard()
    .then(({ paidOrders }) =>
      price === undefined ? paidOrders.remove(proxyUrl, reference) : paidOrders.add(proxyUrl, reference, price),
    )
    .catch(() => undefined);
}

/** The price at which this browser has paid an order; `undefined` if it has not, or does not know it. */
export function recallPaid(proxyUrl: string, reference: string | undefined): Promise<string | undefined> {
  return loadOrderGuard()
    .then(({ paidOrders }) => paidOrders.find(proxyUrl, reference))
    .catch(() => undefined);
}
