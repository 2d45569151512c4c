import { realClock, type Clock } from '../contract/clock.js';
import { isPaymentError, PaymentError } from '../contract/errors.js';
import type { InterpretResponse } from '../contract/answer.js';
import type { PaymentRequest } from '../contract/request.js';
import { serializeRequest, type BuildRequest } from '../contract/request.js';
import { askAttempt } from './attempt-follower.js';
import type { AttemptStorage, RememberedAttempt } from './attempt-storage.js';
import type { Order, PaymentSubmitDetail, ProxyCapabilities } from './outcome.js';
import { loadOrderGuard, loadProxyConfig, type ProxyClient } from './proxy-client.js';
import { sendOnce, type SendRequest, type SendResult } from './proxy-request.js';
import { failed, type PayFailure, type PayResult } from './response.js';

export interface CardEnding {
  readonly brand: string | undefined;
  readonly lastDigits: string;
}

/** Where an order is paid, and how its answers are read. */
export interface Endpoint {
  readonly proxyUrl: string;
  readonly interpretResponse?: InterpretResponse | undefined;
  /** Origins that the shopper may be sent to. */
  readonly actionOrigins?: readonly string[] | undefined;
}

/** One press on Pay. */
export interface PayRequest extends Endpoint {
  readonly order: Omit<PaymentSubmitDetail, 'idempotencyKey'>;
  readonly payment: PaymentRequest;
  readonly card: CardEnding;
  /** Milliseconds, for the whole attempt. */
  readonly timeout: number;
  readonly credentials: 'same-origin' | 'omit';
  readonly buildRequest: BuildRequest | undefined;
}

const sending = new Set<string>();

export function findUnsettled(storage: AttemptStorage, { reference }: Order): RememberedAttempt | undefined {
  const stored = reference ? storage.find(reference) : undefined;
  return stored && !sending.has(stored.idempotencyKey) ? stored : undefined;
}

export function priceOf({ amount, currency }: Order, { mode }: ProxyClient): string {
  return [amount, currency, mode].join(' ');
}

/**
 * Sends in the task of the caller, unless something has to be loaded first. Never throws.
 * Returns a `PaymentError` if nothing was sent, or `paid` if that is because the order is paid.
 */
export async function sendAttempt(
  { request, attempt, startedAt }: { request: PayRequest; attempt: PaymentSubmitDetail; startedAt: number },
  proxy: ProxyClient,
  storage: AttemptStorage,
): Promise<PayResult | PaymentError | 'paid'> {
  const { proxyUrl, payment } = request;
  const { reference, idempotencyKey } = attempt;
  let body: string;
  let timeout: number;
  let capabilities: ProxyCapabilities;
  let guard: Awaited<ReturnType<typeof loadOrderGuard>> | undefined;
  try {
    const loading = proxy.ensureConfig(proxyUrl);
    if (loading) await loading;
    if (proxy.refusal) return proxy.refusal;
    capabilities = proxy.capabilities; // the page may set another proxy from now on
    body = serializeRequest(payment, request.buildRequest);
    // An idempotent proxy decides by itself, and returns the outcome.
    if (!capabilities.idempotency) guard = await loadOrderGuard();
    if (proxy.isSilent) await guard?.probeProxy(proxy.address(proxyUrl), request.timeout / 3);
    timeout = request.timeout - (Date.now() - startedAt);
    if (timeout < request.timeout / 4) {
      throw new PaymentError('proxy_error', 'The proxy did not respond in time. Nothing was sent.');
    }
  } catch (cause) {
    return toPaymentError(cause);
  }
  const send = async (): Promise<PayResult | undefined> => {
    const stored = reference ? storage.find(reference) : undefined;
    if (stored && stored.idempotencyKey !== idempotencyKey) return undefined; // another form was faster
    if (reference) storage.save({ reference, idempotencyKey, startedAt });
    sending.add(idempotencyKey);
    const { idempotency: idempotent, recovery } = capabilities;
    const options = { ...request, ...proxy.address(proxyUrl), body, timeout, idempotencyKey, idempotent, recovery };
    const result = await pay({ ...options, isKnown: proxy.reportedMode !== undefined });
    sending.delete(idempotencyKey);
    return result;
  };
  const result = await (guard ? guard.sendAlone(proxyUrl, reference, priceOf(attempt, proxy), send) : send());
  return result ?? new PaymentError('order_in_progress', 'This order is being paid elsewhere.');
}

export function toPaymentError(error: unknown): PaymentError {
  if (isPaymentError(error)) return error;
  return new PaymentError('form_failed', 'The form failed. Nothing was sent.', { cause: error });
}

/** More than a proxy takes (40 s), and 10 s less than the attempt (55 s), which leaves time for another try. */
const TRY_TIMEOUT_MS = 45_000;

/**
 * From the end of the first request whose outcome is uncertain: then the shopper reads about the doubt. At a proxy
 * that cannot be asked, only sending again can resolve it, with the whole time of the attempt.
 */
const DOUBT_LIMIT_MS = 10_000;

const ONLINE_CHECK_INTERVAL_MS = 250;

const BASE_DELAY_MS = 300;
const MAX_DELAY_MS = 4000;
const RETRY_AFTER_SPREAD = 0.2;

export interface PayOptions extends SendRequest {
  /** Milliseconds, for the whole attempt. */
  readonly timeout: number;
  /** Milliseconds. Default: 45000. Without `idempotent`, only `timeout` applies. */
  readonly tryTimeout?: number | undefined;
  /** Whether the proxy reports the outcome of attempts. Default: false. */
  readonly recovery?: boolean | undefined;
  readonly clock?: Clock | undefined;
  /** Default: `navigator.onLine`. */
  readonly online?: (() => boolean) | undefined;
}

/**
 * Never throws. The connection may break after the service has charged, so any uncertain outcome is `unknown`: an
 * `idempotent` proxy gets the same bytes again, under the same key.
 */
export async function pay(options: PayOptions): Promise<PayResult> {
  const { online = isOnline } = options;
  // A proxy on the same machine needs no network.
  if (!online() && !(await loadProxyConfig(options).catch(() => 0))) {
    return failed(new PaymentError('offline', 'The browser is offline. Nothing was sent.'));
  }
  const ending = await send(options, online);
  return options.recovery && isUnconfirmed(ending) ? confirm(ending, options) : ending.result;
}

async function send(options: PayOptions, online: () => boolean): Promise<SendResult> {
  const { timeout, tryTimeout = TRY_TIMEOUT_MS, clock = realClock } = options;
  let deadline = clock.now() + timeout;
  const timeLeft = () => deadline - clock.now();

  if (!options.idempotent) return sendOnce(options, timeout, clock);

  let unknown: SendResult | undefined;
  for (let tries = 1; ; tries++) {
    const ending = await sendOnce(options, Math.min(tryTimeout, timeLeft()), clock);
    const { result } = ending;
    if (!ending.inconclusive) {
      // An earlier request may have charged, even if this one was rejected.
      return unknown && isUnconfirmed(ending) ? unknown : ending;
    }
    if (options.recovery) deadline = Math.min(deadline, clock.now() + DOUBT_LIMIT_MS);
    unknown = ending;
    const retryAfter = 'error' in result ? result.error.retryAfter : undefined;
    const delay = delayBeforeNext(tries, retryAfter, clock.random());
    if (delay >= timeLeft()) return unknown; // no time for another request
    await clock.sleep(delay);
    while (!online() && timeLeft() > 0) await clock.sleep(Math.min(ONLINE_CHECK_INTERVAL_MS, timeLeft()));
    if (timeLeft() <= 0) return unknown;
  }
}

/** In ms. Full jitter, also on top of `Retry-After` (in seconds), since many shoppers may receive the same value. */
export function delayBeforeNext(tries: number, retryAfter: number | undefined, random: number): number {
  const backOff = random * Math.min(BASE_DELAY_MS * 2 ** (tries - 1), MAX_DELAY_MS);
  const minimum = (retryAfter ?? 0) * 1000 * (1 + RETRY_AFTER_SPREAD * random);
  return Math.max(backOff, minimum);
}

function isUnconfirmed({ result }: SendResult): boolean {
  return result.outcome === 'not_charged' && !result.isRecorded;
}

/**
 * Browsers send a request again by themselves when a connection breaks: a rejection that is not about the attempt
 * may answer the second copy, after the first one has charged.
 */
async function confirm({ result, saysOutcome }: SendResult, options: PayOptions): Promise<PayResult> {
  const status = await askAttempt(options);
  if (status.result?.outcome === 'not_charged') return { ...(result as PayFailure), isRecorded: true };
  if (status.result) return status.result;
  if (status.state === 'not_found' || (status.state === 'no_answer' && saysOutcome)) return result;
  const code = status.state === 'processing' ? 'attempt_in_flight' : 'attempt_unknown';
  const message = `${(result as PayFailure).error.message} An earlier copy of the request may have been charged.`;
  return failed(new PaymentError(code, message), result.mode, status.state === 'unknown');
}

function isOnline(): boolean {
  const { navigator } = globalThis as { navigator?: { onLine?: boolean } }; // Node 20 has none
  return navigator?.onLine !== false;
}
