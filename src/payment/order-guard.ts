import { realClock } from '../contract/clock.js';
import { PaymentError } from '../contract/errors.js';
import { createIdempotencyKey, digestOf, PAYMENTS_MODE, toMode, type Mode } from '../contract/protocol.js';
import { unsettled } from './attempt-key.js';
import {
  failed,
  PAID_BEFORE,
  sendOnce,
  type ConfigFailure,
  type PayResult,
  type ProxyAddress,
} from './proxy-request.js';

/**
 * Guards orders at proxies that do not declare `idempotency`: they would send the payment of a second tab, too.
 * So an order is marked before a payment of it is sent, and only "not charged" removes the mark.
 */

const PREFIX = 'payment-widget:paid:';
const LIFETIME_MS = 24 * 60 * 60 * 1000;
/** The mark in place of the price, from before the payment is sent until its outcome is certain. */
const IN_DOUBT = 'in doubt';

/** The last call. Calls run one after another, since each waits for a hash. */
let last: Promise<unknown> = Promise.resolve();

/**
 * The orders that were paid within a day, in `localStorage`, which all tabs share: a hash of proxy and reference, the
 * expiry and the price. Without storage, or in an insecure page, nothing is remembered.
 */
export const paidOrders = {
  add: (proxyUrl: string, reference: string | undefined, price: string) =>
    usePaid(proxyUrl, reference, (key) => {
      write(key, price);
    }),
  /** Marks an order as in doubt, unless it is known. Returns what was known. */
  mark: (proxyUrl: string, reference: string | undefined) =>
    usePaid(proxyUrl, reference, (key) => {
      const known = read(key);
      if (known === undefined) write(key, IN_DOUBT);
      return known;
    }),
  find: (proxyUrl: string, reference: string | undefined) => usePaid(proxyUrl, reference, read),
  remove: (proxyUrl: string, reference: string | undefined) =>
    usePaid(proxyUrl, reference, (key) => {
      localStorage.removeItem(key);
    }),
};

async function usePaid<T>(
  proxyUrl: string,
  reference: string | undefined,
  act: (key: string) => T,
): Promise<T | undefined> {
  if (!reference) return undefined; // orders could not be told apart
  const turn = last.then(async () => act(await keyOf(proxyUrl, reference))).catch(() => undefined); // no storage
  last = turn;
  return turn;
}

async function keyOf(proxyUrl: string, reference: string): Promise<string> {
  return PREFIX + (await digestOf(JSON.stringify([proxyUrl, reference])));
}

function write(key: string, price: string): void {
  for (const other of Object.keys(localStorage)) if (other.startsWith(PREFIX)) read(other);
  localStorage.setItem(key, `${Date.now() + LIFETIME_MS}|${price}`);
}

function read(key: string): string | undefined {
  const [expires, price] = String(localStorage.getItem(key)).split('|');
  const left = Number(expires) - Date.now();
  if (left > 0 && left <= LIFETIME_MS) return price; // the clock may have been set back since
  localStorage.removeItem(key);
  return undefined;
}

/**
 * Sends nothing if the order was paid before. Returns `undefined` if that was at another price, or if another tab is paying
 * it. The outcome is unknown if another tab has left the order in doubt.
 */
export function sendAlone(
  proxyUrl: string,
  reference: string | undefined,
  price: string,
  send: () => Promise<PayResult | undefined>,
): Promise<PayResult | undefined> {
  return withLock(reference && `payment-widget ${proxyUrl} ${reference}`, async () => {
    const known = await paidOrders.mark(proxyUrl, reference);
    if (known === IN_DOUBT) return failed(unsettled());
    if (known) return known === price ? PAID_BEFORE : undefined;
    const result = await send();
    // This awaits the storage, so that the lock keeps other tabs from sending until then.
    if (result?.outcome === 'paid') await paidOrders.add(proxyUrl, reference, price);
    else if (!result || result.outcome === 'not_charged') await paidOrders.remove(proxyUrl, reference);
    return result;
  });
}

/** Runs `act` with a lock if the browser has any. Returns `undefined` if another tab holds the lock. */
function withLock<T>(name: string | undefined, act: () => Promise<T>): Promise<T | undefined> {
  const { locks } = (globalThis as { navigator?: { locks?: LockManager } }).navigator ?? {}; // insecure pages have none
  if (!locks || !name) return act();
  let acting: Promise<T> | undefined;
  return locks
    .request(name, { ifAvailable: true }, (lock) => (lock ? (acting = act()) : undefined))
    .catch(() => acting ?? act()); // locks are denied in some frames
}

/**
 * Once a payment has left without a response, nothing proves that it did not: a blocked preflight, a lost response
 * and missing CORS headers are the same error. So this asks before the payment, with the same preflight.
 */
export async function probeProxy(
  proxy: ProxyAddress,
  timeoutMs: number,
  failure: ConfigFailure | undefined,
): Promise<{ readonly mode: Mode | undefined; readonly binds: boolean }> {
  // Not with the credentials `omit`: with `omit-cookies`, the payment must be the first request on its connection.
  const request = { ...proxy, body: '{}', idempotencyKey: createIdempotencyKey() };
  const sent = await sendOnce(request, timeoutMs, realClock);
  if (!sent.response) {
    const advice = 'Check proxy-url, allowedOrigins and connect-src.';
    const message = `The proxy does not answer this page. The payment was not sent. ${advice}`;
    throw new PaymentError('proxy_error', message, { cause: sent.cause });
  }
  const { response, binding } = sent;
  if (failure === 'refused' && response.ok) {
    const message = 'A server answers /config and payments in place of the proxy. The payment was not sent.';
    throw new PaymentError('proxy_error', message, { status: response.status });
  }
  return { mode: toMode(response.headers.get(PAYMENTS_MODE)), binds: binding === 'own' };
}
