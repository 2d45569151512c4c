import {
  IDEMPOTENCY_KEY,
  isIdempotencyKey,
  PAYMENTS_ATTEMPT,
  PAYMENTS_MODE,
  realClock,
  toBrandId,
  type Clock,
} from 'payment-widget/contract';
import { listAttempts, type ListAttemptsOptions, type ListedAttempt } from './attempts/list-attempts.js';
import { sha256 } from './base/crypto.js';
import { nameAttempt, ProblemError } from './base/problem.js';
import { createFrame } from './http/frame.js';
import { corsHeaders, SECURITY_HEADERS } from './http/origin.js';
import { route, toProblem, type Context } from './http/routes.js';
import { createLimits } from './limits/limits.js';
import type { Log } from './log/events.js';
import { createLog, createMeasure } from './log/log.js';
import { COUNTED_REFUSALS, createRareLog } from './log/rare-log.js';
import { checkOptions } from './options/check-options.js';
import type { PaymentProxyOptions } from './options/options.js';
import { isOnThisMachine } from './options/unusable-values.js';
import { createTokenReader } from './order/order-token.js';
import { createOpenAttempts } from './payment/open-attempts.js';
import { Payer } from './payment/payer.js';
import { createResolve, type Resolve } from './payment/resolve.js';
import { createRedactor } from './service/redact.js';
import type { Service } from './service/service.js';
import { Deliveries, type DeliveryReport } from './settlement/deliveries.js';

export type { CardNetworks, NetworksOf, PaymentDraft, ResolvedPayment } from 'payment-widget/contract';
export type { ListAttemptsOptions, ListedAttempt } from './attempts/list-attempts.js';
export type { AttemptAnswer } from './attempts/record.js';
export type { DeliveryReport } from './settlement/deliveries.js';
export type { OnSettled, SettledPayment } from './settlement/settled-payment.js';
export type { LogEntry, LogEvent, Logger } from './log/events.js';
export type { Measurement, OnMeasurement } from './log/measurements.js';
export { ProxyConfigurationError } from './options/check-options.js';
export type {
  CardHint,
  FrameFont,
  FrameOptions,
  LimitOptions,
  OrderTokenSecret,
  PaymentProxyOptions,
  ResolvePayment,
} from './options/options.js';
export { createOrderToken, type OrderTokenOptions } from './order/order-token.js';
export type { ResolveOptions } from './payment/resolve.js';
export type { AttemptStore, Change, ListOptions } from './stores/store.js';
export {
  verifyWebhook,
  WebhookVerificationError,
  type VerifiedWebhook,
  type VerifyWebhookOptions,
} from './settlement/webhooks.js';

/** Handles the requests of the widget. Mount it at `mountPath`. */
export interface PaymentProxy {
  (request: Request): Promise<Response>;
  /**
   * Settles an attempt with an unknown outcome, for example from a webhook.
   * @param idempotencyKey - names the attempt. An order does not: it can have a later attempt.
   * @param outcome - `failed` means certainly not charged, and allows the order to be paid again
   * @param options - the response to return for this attempt (default for `succeeded`: 200 without a body), and
   * `override: true` to correct an attempt that was settled by mistake
   * @returns false if there is no such attempt, its response may still arrive, it is already settled (without `override`), or
   * another attempt holds the order (with `override`)
   * @throws {TypeError} if an argument is invalid; nothing is written
   * @throws if the store fails
   */
  resolve: Resolve;
  /**
   * Lists the attempts of this mode in the store, in any order. Settled ones are kept for 31 days.
   * @throws if the store fails
   */
  listAttempts(options?: ListAttemptsOptions): AsyncIterable<ListedAttempt>;
  /**
   * Calls `onSettled` for all attempts that are due now. Servers need not call it: the proxy does so from its start on. Call it in
   * runtimes that stop when a response is sent.
   * @throws if the store fails
   */
  deliverSettled(): Promise<DeliveryReport>;
  /**
   * Rejects new payments, waits for those in progress and at most 10 s for calls of `onSettled`, and closes the default store.
   */
  close(): Promise<void>;
}

/**
 * Creates the server side of the widget. It adds the API key, checks the amount against the order, and sends each attempt at
 * most once. Below `mountPath` it serves `POST /v1/payments`, `GET /attempts`, `GET /config`, with `networksOf` also
 * `GET /networks/{digits}`, and with `frame` also `GET /frame` and `GET /orders`.
 *
 * @example
 * const proxy = createPaymentProxy({
 *   baseUrl: process.env.PAYMENTS_BASE_URL ?? '',
 *   apiKey: process.env.PAYMENTS_API_KEY ?? '',
 *   mode: 'test',
 *   orderTokenSecret: process.env.ORDER_TOKEN_SECRET ?? '', // see createOrderToken
 * });
 * @throws {ProxyConfigurationError} if an option is invalid
 */
export function createPaymentProxy(options: PaymentProxyOptions): PaymentProxy;
export function createPaymentProxy(options: PaymentProxyOptions, clock: Clock = realClock): PaymentProxy {
  checkOptions(options);
  const { apiKey, baseUrl, orderTokenSecret, ...own } = options;
  const { mode, mountPath, allowedOrigins = [] } = own;
  const redactor = createRedactor([apiKey].flat());
  const measure = createMeasure(own.onMeasurement);
  const { log: write, written } = createLog(mode, redactor, own.logger);
  const log: Log = (event, ...details) => {
    if (event === 'store_failed') measure({ kind: 'store_error' });
    write(event, ...details);
  };
  if (mode === 'live' && isOnThisMachine(baseUrl)) log('live_key_over_http');
  const service: Service = {
    ...own,
    baseUrl,
    keys: [apiKey].flat().map((key) => () => key),
    redactor,
    log,
    measure,
    clock,
  };
  const attempts = createOpenAttempts(own, log, clock);
  const deliveries = own.onSettled && new Deliveries(own.onSettled, attempts.open, service);
  const limits = createLimits(own.limits, mode, measure, clock);
  const payer = new Payer(service, limits, attempts.open, deliveries);
  const readToken = orderTokenSecret === undefined ? undefined : createTokenReader(orderTokenSecret, clock, mode);
  const brands = own.brands?.map(toBrandId);
  const { rareLog, flush } = createRareLog(log, clock);
  const context: Context = {
    options: { ...own, brands },
    readToken,
    log,
    attempts,
    payer,
    limits,
    rareLog,
    frame: own.frame && createFrame(own.frame, rareLog),
    mountPath,
    clock,
  };

  deliveries?.start();

  async function respond(request: Request): Promise<Response> {
    return route(request, context).catch((error: unknown) => {
      if (error instanceof ProblemError && COUNTED_REFUSALS.has(error.code)) {
        rareLog('requests_refused', { code: error.code });
      }
      return toProblem(error, request, log);
    });
  }

  async function handle(request: Request): Promise<Response> {
    deliveries?.start();
    const key = request.headers.get(IDEMPOTENCY_KEY);
    const attempt = isIdempotencyKey(key) ? await sha256(key) : undefined;
    const answer = await respond(request);
    const response = attempt === undefined ? answer : await nameAttempt(answer, attempt);
    await written(); // log lines precede the response
    // The rest of the request is not read, so HTTP/1.1 servers should close the connection.
    if (request.body && !request.bodyUsed) response.headers.set('Connection', 'close');
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      if (!response.headers.has(name)) response.headers.set(name, value); // those of the frame differ
    }
    const headers = {
      [PAYMENTS_MODE]: mode,
      ...(attempt && { [PAYMENTS_ATTEMPT]: attempt }),
      ...corsHeaders(request, allowedOrigins),
    };
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  }

  return Object.assign(handle, {
    resolve: createResolve(attempts.open, deliveries, log),
    async *listAttempts(options?: ListAttemptsOptions) {
      yield* listAttempts(await attempts.openStore(), options, clock);
    },
    deliverSettled: async () => (await deliveries?.run()) ?? { delivered: 0, failed: 0 },
    async close() {
      await payer.close();
      await deliveries?.close();
      flush();
      await written();
      await attempts.close();
    },
  });
}
