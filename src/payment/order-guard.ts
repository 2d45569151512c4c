import { realClock } from '../contract/clock.js';
import { PaymentError } from '../contract/errors.js';
import { createIdempotencyKey } from '../contract/protocol.js';
import type { ProxyAddress } from '../transport/fetch-json.js';
import type { PayResult } from '../transport/response.js';
import { sendOnce } from '../transport/send-once.js';

/** Loaded on demand, for proxies that do not declare `idempotency`: they would send the payment of a second tab, too. */

const PREFIX = 'payment-widget:paid:';
const LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * Orders that this browser has paid, for a day, in `localStorage`, which all tabs share: a hash of proxy and reference, the
 * time at which the entry expires, and the price. Without storage, or in an insecure page, nothing is remembered.
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
      for (const other of Object.keys(storage)) if (other.startsWith(PREFIX)) read(storage, other);
      storage.setItem(key, `${Date.now() + LIFETIME_MS}|${price}`);
    });
  }

  /** The price of an order that was paid within the last day. */
  find(proxyUrl: string, reference: string | undefined): Promise<string | undefined> {
    return this.#use(proxyUrl, reference, read);
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

export const paidOrders = new PaidOrders();

async function keyOf(proxyUrl: string, reference: string): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([proxyUrl, reference]));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return PREFIX + [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Removes an entry that has expired, or is not valid. */
function read(storage: Storage, key: string): string | undefined {
  const [expires, price] = String(storage.getItem(key)).split('|');
  const left = Number(expires) - Date.now();
  if (left > 0 && left <= LIFETIME_MS) return price; // the clock may have been set back since
  storage.removeItem(key);
  return undefined;
}

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

/**
 * Checks that the proxy, which has not answered `/config`, answers this page. Otherwise the payment is not sent.
 *
 * Once a payment has been sent without a response, nothing proves that it did not leave: `fetch` reports a blocked preflight,
 * a lost response and a response without CORS headers as the same error, and a later request may meet another state of the
 * server. So the question comes before the payment: with its method, address and headers, and thus its preflight, but
 * without a payment.
 * @throws {PaymentError} `proxy_error` if there is no response
 */
export async function probeProxy(proxy: ProxyAddress, timeoutMs: number): Promise<void> {
  // Never with `omit`: with `omit-cookies`, the payment must be the first request on its connection.
  const request = { ...proxy, body: '{}', idempotencyKey: createIdempotencyKey() };
  const { result } = await sendOnce(request, timeoutMs, realClock);
  if (!('error' in result) || result.error.status !== undefined) return;
  const advice = 'Check proxy-url, allowedOrigins and connect-src.';
  const message = `The proxy does not answer this page. The payment was not sent. ${advice}`;
  throw new PaymentError('proxy_error', message, { cause: result.error.cause });
}
