import { PaymentError } from '../contract/errors.js';
import { serializeRequest } from '../contract/request.js';
import { pay, type PayResult } from '../transport/client.js';
import { failed } from '../transport/response.js';
import type { AttemptStorage, RememberedAttempt } from './attempt-storage.js';
import { loadOrderGuard } from './order-guard-loader.js';
import type { Order, PaymentSubmitDetail, ProxyCapabilities } from './outcome.js';
import type { ProxyClient } from './proxy-client.js';
import { toPaymentError, type PageFunctions, type PaymentRequest } from './session-state.js';

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
  { request, attempt, startedAt }: { request: PaymentRequest; attempt: PaymentSubmitDetail; startedAt: number },
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
    const error = request.recheck();
    if (error) return error;
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
  const { idempotency: idempotent, recovery } = capabilities;
  const send = async (): Promise<PayResult | undefined> => {
    const stored = reference ? storage.find(reference) : undefined;
    if (stored && stored.idempotencyKey !== idempotencyKey) return undefined; // another form was faster
    if (reference) storage.save({ reference, idempotencyKey, startedAt });
    sending.add(idempotencyKey);
    const options = {
      ...request,
      ...request.page,
      ...proxy.address(proxyUrl),
      body,
      timeout,
      idempotencyKey,
      idempotent,
      recovery,
      isKnown: proxy.reportedMode !== undefined,
    };
    const result = await pay(options);
    sending.delete(idempotencyKey);
    return result;
  };
  const result = await (guard ? guard.sendAlone(proxyUrl, reference, priceOf(attempt, proxy), send) : send());
  if (result === 'paid') return result;
  if (result) return checkAction(result, reference, request.page);
  return new PaymentError('order_in_progress', 'This order is being paid elsewhere.');
}

/** In doubt if its action is refused: the service has the payment. Never throws. */
export async function checkAction<Result extends PayResult>(
  result: Result,
  reference: string | undefined,
  { readAction }: PageFunctions,
): Promise<Result | Extract<PayResult, { error: PaymentError }>> {
  if (!('action' in result)) return result;
  try {
    return { ...result, action: await readAction(result.action, reference) };
  } catch (error) {
    return failed(error as PaymentError, result.mode, true) as Extract<PayResult, { error: PaymentError }>;
  }
}
