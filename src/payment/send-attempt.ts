import { realClock } from '../contract/clock.js';
import { isPaymentError, PaymentError } from '../contract/errors.js';
import { PAYMENTS_MODE } from '../contract/protocol.js';
import type { InterpretResponse } from '../contract/meaning.js';
import { serializeRequest, type BuildRequest, type PaymentRequest } from '../contract/request.js';
import type { AttemptStorage } from './attempt-storage.js';
import type { Attempt, PaymentSubmitDetail } from './outcome.js';
import { priceOf } from './paid-memory.js';
import { loadSettling, orderGuard, readAction } from './payment-parts.js';
import { isReachable, type ProxyClient } from './proxy-client.js';
import {
  failed,
  lost,
  readPaid,
  sendOnce,
  type PayFailure,
  type PayOptions,
  type PayResult,
  type Sent,
} from './proxy-request.js';
import type { CardEnding } from './session-state.js';

/** Where an order is paid, and how its answers are read. */
export interface Endpoint {
  readonly proxyUrl: string;
  readonly interpretResponse?: InterpretResponse | undefined;
  /** Origins that the shopper may be sent to. */
  readonly actionOrigins?: readonly string[] | undefined;
}

/** A complete order, and where it is paid. */
export type PayableOrder = PayRequest['order'] & Endpoint;

/** One press on Pay. */
export interface PayRequest extends Endpoint {
  readonly order: Omit<PaymentSubmitDetail, 'idempotencyKey'>;
  /** The token that was checked together with the order. Default: that of the page when the request leaves. */
  readonly checkedToken?: string | undefined;
  readonly payment: PaymentRequest;
  readonly card: CardEnding;
  /** Milliseconds, for the whole attempt. */
  readonly timeout: number;
  readonly credentials: 'same-origin' | 'omit';
  readonly buildRequest: BuildRequest | undefined;
}

interface AttemptToSend {
  readonly request: PayRequest;
  readonly attempt: PaymentSubmitDetail;
  /** The start of the attempt, in ms since 1970. */
  readonly startedAt: number;
  readonly onUnclear: PayOptions['onUnclear'];
}

const sending = new Set<string>();

/** Whether a form of this page sends the attempt now. */
export const isSending = ({ idempotencyKey }: Attempt): boolean => sending.has(idempotencyKey);

/**
 * Sends in the task of the caller, unless something has to be loaded first. Never throws.
 * Returns a `PaymentError` if nothing was sent.
 */
export async function sendAttempt(
  { request, attempt, startedAt, onUnclear }: AttemptToSend,
  proxy: ProxyClient,
  storage: AttemptStorage,
): Promise<PayResult | PaymentError> {
  const { proxyUrl } = request;
  const { reference, idempotencyKey } = attempt;
  const prepared = await prepare(request, startedAt, proxy);
  if (isPaymentError(prepared)) return prepared;
  const { guard, ...message } = prepared;
  const send = async (): Promise<PayResult | undefined> => {
    const stored = storage.find(reference);
    if (stored && stored.idempotencyKey !== idempotencyKey) return undefined; // another form was faster
    if (reference) storage.save({ reference, idempotencyKey, startedAt });
    sending.add(idempotencyKey);
    const result = await pay({
      ...request,
      ...proxy.address(proxyUrl, request.checkedToken),
      ...message,
      idempotencyKey,
      isKnown: proxy.reportedMode !== undefined,
      shownMode: message.binds || isSameOrigin(proxyUrl) ? proxy.mode : undefined, // another server may refuse an unknown header
      onUnclear,
    });
    sending.delete(idempotencyKey);
    return result;
  };
  const result = await (guard ? guard.sendAlone(proxyUrl, reference, priceOf(attempt, proxy), send) : send());
  if (!result) return new PaymentError('order_in_progress', 'This order is being paid elsewhere.');
  return readAction(result, attempt, request);
}

interface Prepared extends Pick<PayOptions, 'body' | 'timeout' | 'binds' | 'idempotent' | 'recovery'> {
  /** What sends the payment, if the proxy does not keep windows from paying an order twice. */
  readonly guard: typeof orderGuard.current;
}

/** Finds out what the proxy is, and whether it may get the payment. Returns why not, and never throws. */
async function prepare(request: PayRequest, startedAt: number, proxy: ProxyClient): Promise<Prepared | PaymentError> {
  const { proxyUrl } = request;
  try {
    const configured = proxy.ensureConfig(proxyUrl);
    if (configured) await configured;
    if (proxy.refusal) return proxy.refusal;
    const { idempotency: idempotent, recovery, binding } = proxy.capabilities; // the page may set another proxy from now on
    const body = serializeRequest(request.payment, request.buildRequest);
    // An idempotent proxy decides by itself, and returns the outcome.
    const guard = idempotent ? undefined : await orderGuard.load();
    const mismatch = proxy.isSilent ? undefined : proxy.checkMode();
    if (mismatch) return mismatch;
    const found = needsProbe(proxy, proxyUrl)
      ? await guard?.probeProxy(proxy.address(proxyUrl), request.timeout / 3, proxy.failure)
      : undefined;
    proxy.hear(found?.mode);
    const refusal = proxy.checkMode();
    if (refusal) return refusal;
    const timeout = timeLeft(request, startedAt);
    return { body, timeout, binds: binding || found?.binds, idempotent, recovery, guard };
  } catch (cause) {
    return toPaymentError(cause);
  }
}

/** Whether an answer has to show that the proxy can be reached, and in which mode it is. */
function needsProbe(proxy: ProxyClient, proxyUrl: string): boolean {
  if (proxy.failure) return true;
  // Another origin gets no header with the expected mode, which it may not accept.
  return !!proxy.expectedMode && !proxy.reportedMode && !isSameOrigin(proxyUrl);
}

/** Throws if `/config` has taken so long that the payment may not end in time. */
function timeLeft({ timeout }: PayRequest, startedAt: number): number {
  const left = timeout - (Date.now() - startedAt);
  if (left < timeout / 4) throw new PaymentError('proxy_error', 'The proxy did not respond in time. Nothing was sent.');
  return left;
}

function isSameOrigin(url: string): boolean {
  const { location } = globalThis as { location?: Location }; // Node has none
  return location !== undefined && new URL(url, location.href).origin === location.origin;
}

export function toPaymentError(error: unknown): PaymentError {
  if (isPaymentError(error)) return error;
  return new PaymentError('form_failed', 'The form failed. Nothing was sent.', { cause: error });
}

/** A try may take more than a proxy does (40 s), and 10 s less than the attempt (55 s), which allows another try. */
const TRY_TIMEOUT_MS = 45_000;

const DOUBT_LIMIT_MS = 10_000;

/**
 * Returns when the shopper reads about the doubt that the first request has left. At a proxy that cannot be asked, only
 * sending again can resolve the doubt, with the whole time of the attempt.
 */
function endOfDoubt({ recovery }: PayOptions, end: number, now: number): number {
  return recovery ? Math.min(end, now + DOUBT_LIMIT_MS) : end;
}

/** Never throws. Whatever does not say that the payment is made is `unknown` until `settle-attempt.ts` has read it. */
export async function pay(options: PayOptions): Promise<PayResult> {
  const { clock = realClock, idempotent, recovery, timeout, tryTimeout = TRY_TIMEOUT_MS } = options;
  const end = clock.now() + timeout;
  if (!isOnline(options) && !(await isReachable(options))) {
    return failed(new PaymentError('offline', 'The browser is offline. Nothing was sent.'));
  }
  const sent = await sendOnce(options, idempotent ? Math.min(tryTimeout, timeout) : timeout, clock);
  const paid = readPaid(sent, options.interpretResponse);
  if (paid) return paid;
  if (!sent.response && !idempotent) return lost(sent.cause);
  const deadline = endOfDoubt(options, end, clock.now());
  try {
    const isUp = seemsUp(sent);
    if (isUp) options.onUnclear?.();
    const canWait = !isUp && (idempotent || recovery);
    const { settleAttempt } = await loadSettling(deadline, {
      clock,
      isUp: canWait ? () => isReachable(options) : undefined,
    });
    return await settleAttempt(sent, { ...options, clock, tryTimeout, deadline });
  } catch (cause) {
    return toUnread(sent, cause);
  }
}

/** The answer is only a hint: in web views and virtual machines it may be wrong. */
function isOnline({ online }: PayOptions): boolean {
  if (online) return online();
  const { navigator } = globalThis as { navigator?: { onLine?: boolean } }; // Node 20 has none
  return navigator?.onLine !== false;
}

/** Whether network and proxy respond: a gateway answers 5xx in place of a proxy that is down. */
function seemsUp({ response }: Sent): boolean {
  return response !== undefined && (response.status < 500 || response.headers.has(PAYMENTS_MODE));
}

/** The file may be gone since the page was opened. A decline needs no more words. */
function toUnread(sent: Sent, cause: unknown): PayFailure {
  const isDecline = sent.response && sent.binding === 'own' && sent.response.status === 402;
  return isDecline
    ? failed(new PaymentError('declined', 'The payment was declined.', { status: 402 }), undefined, true)
    : failed(new PaymentError('connection_lost', 'The payment was sent, but its answer could not be read.', { cause }));
}
