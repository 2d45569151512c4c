import { PaymentError } from '../contract/errors.js';
import { realClock, withinTime } from '../contract/clock.js';

const TIMEOUT_MS = 10_000;

/** Throws `proxy_error`; the next call tries again. */
export async function loadOrderGuard(): Promise<typeof import('./order-guard.js')> {
  try {
    return await withinTime(TIMEOUT_MS, realClock, () => import('./order-guard.js'));
  } catch (cause) {
    const message = 'order-guard.js could not be loaded. Expected it beside payment-widget.js.';
    throw new PaymentError('proxy_error', `${message} Nothing was sent.`, { cause });
  }
}

/** Best effort. Without a price, the order is forgotten. */
export function rememberPaid(proxyUrl: string, reference: string | undefined, price?: string): void {
  void loadOrderGuard()
    .then(({ paidOrders }) =>
      price === undefined ? paidOrders.remove(proxyUrl, reference) : paidOrders.add(proxyUrl, reference, price),
    )
    .catch(() => undefined);
}

/** `undefined` if this browser has not paid the order, or does not know the price. */
export function recallPaid(proxyUrl: string, reference: string | undefined): Promise<string | undefined> {
  return loadOrderGuard()
    .then(({ paidOrders }) => paidOrders.find(proxyUrl, reference))
    .catch(() => undefined);
}
