const PREFIX = 'payment-widget:paid:';

/** In ms. */
const LIFETIME = 24 * 60 * 60 * 1000;

/**
 * Orders that this browser has paid, for a day, in `localStorage`, which all tabs share: a hash of proxy and reference, the
 * time at which the entry expires, and the price. For proxies that would send the payment of a second tab, too. Without storage, or in
 * an insecure page, nothing is remembered.
 */
export class PaidOrders {
  readonly #storage: () => Storage;
  /** The calls run one after another, since each waits for a hash. */
  #last: Promise<unknown> = Promise.resolve();

  /** @param storage opens the storage; may throw */
  constructor(storage: () => Storage = () => localStorage) {
    this.#storage = storage;
  }

  /** Remembers an order, and forgets those that have expired. */
  add(proxyUrl: string, reference: string | undefined, price: string): Promise<void> {
    return this.#use(proxyUrl, reference, (storage, key) => {
      for (const other of Object.keys(storage)) if (other.startsWith(PREFIX)) priceOf(storage, other);
      storage.setItem(key, `${Date.now() + LIFETIME}|${price}`);
    });
  }

  /** The price of an order that was paid within the last day. */
  find(proxyUrl: string, reference: string | undefined): Promise<string | undefined> {
    return this.#use(proxyUrl, reference, priceOf);
  }

  remove(proxyUrl: string, reference: string | undefined): Promise<void> {
    return this.#use(proxyUrl, reference, (storage, key) => {
      storage.removeItem(key);
    });
  }

  async #use<T>(
    proxyUrl: string,
    reference: string | undefined,
    act: (storage: Storage, key: string) => T,
  ): Promise<T | undefined> {
    if (!reference) return undefined; // which order it is cannot be known
    const run = async () => act(this.#storage(), await keyOf(proxyUrl, reference));
    const turn = this.#last.then(run).catch(() => undefined); // denied or full
    this.#last = turn;
    return turn;
  }
}

async function keyOf(proxyUrl: string, reference: string): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([proxyUrl, reference]));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return PREFIX + [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Removes an entry that has expired, or is not valid. */
function priceOf(storage: Storage, key: string): string | undefined {
  const [expires, price] = String(storage.getItem(key)).split('|');
  const left = Number(expires) - Date.now();
  if (left > 0 && left <= LIFETIME) return price; // the clock may have been set back since
  storage.removeItem(key);
  return undefined;
}
