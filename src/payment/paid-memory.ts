import type { Order } from './outcome.js';
import { orderGuard } from './payment-parts.js';
import type { ProxyClient } from './proxy-client.js';

type PaidOrders = NonNullable<typeof orderGuard.current>['paidOrders'];

/** The price of an order, and whether it is test money. */
export function priceOf({ amount, currency }: Order, { mode }: ProxyClient): string {
  return [amount, currency, mode].join(' ');
}

/** What this browser remembers of paid orders, for a proxy that does not know what is paid. Best effort. */
export class PaidMemory {
  readonly #proxy: ProxyClient;

  constructor(proxy: ProxyClient) {
    this.#proxy = proxy;
  }

  /** Whether the order was paid at this price. Never rejects. */
  async wasPaid(proxyUrl: string, order: Order): Promise<boolean> {
    await this.#proxy.loadConfig(proxyUrl);
    const price = await this.#use(({ find }) => find(proxyUrl, order.reference));
    return price === priceOf(order, this.#proxy);
  }

  remember(proxyUrl: string, order: Order): void {
    const price = priceOf(order, this.#proxy);
    void this.#use(({ add }) => add(proxyUrl, order.reference, price));
  }

  forget(proxyUrl: string, { reference }: Order): void {
    void this.#use(({ remove }) => remove(proxyUrl, reference));
  }

  async #use<T>(act: (orders: PaidOrders) => Promise<T>): Promise<T | undefined> {
    if (this.#proxy.capabilities.idempotency) return undefined;
    try {
      return await act((await orderGuard.load()).paidOrders);
    } catch {
      return undefined; // the file could not be loaded
    }
  }
}
