const PREFIX = 'payment-widget:paid:';

/** In ms. */
const LIFETIME = 24 * 60 * 60 * 1000;

/**
 * Orders that this browser has paid, for a day, in `localStorage`, which all tabs share: a hash of proxy and reference, and
 * the time at which the entry expires. For proxies that would send the payment of a second tab, too. Without storage, or in
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
  add(proxyUrl: string, reference: string | undefined): Promise<void> {
    return this.#use(proxyUrl, reference, (storage, key) => {
      for (const other of Object.keys(storage)) if (other.startsWith(PREFIX)) isRemembered(storage, other);
      storage.setItem(key, String(Date.now() + LIFETIME));
    });
  }

  /** Whether an order was paid within the last day. */
  async has(proxyUrl: string, reference: string | undefined): Promise<boolean> {
    return (await this.#use(proxyUrl, reference, isRemembered)) ?? false;
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
function isRemembered(storage: Storage, key: string): boolean {
  const left = Number(storage.getItem(key)) - Date.now();
  if (left > 0 && left <= LIFETIME) return true; // the clock may have been set back since
  storage.removeItem(key);
  return false;
}
