import type { ProxyConfig } from '../contract/schema.js';
import {
  ATTEMPT_NOT_FOUND,
  ATTEMPTS_PATH,
  CONFIG_PATH,
  IDEMPOTENCY_KEY,
  isIdempotencyKey,
  PAYMENTS_MODE,
  PAYMENTS_PATH,
} from '../contract/protocol.js';
import { toBrandId } from '../card/brand-names.js';
import { checkBrand } from './accepted-brands.js';
import { ApiKey } from './api-key.js';
import { checkCardForm, listKeys, publishedKey } from './encrypted-card.js';
import { createLimits } from './limits.js';
import { createLog, type Log } from './log.js';
import { createOpenAttempts } from './attempts/open-attempts.js';
import { Deliveries, type DeliveryReport } from './deliver-settled.js';
import { checkOptions, isOnThisMachine } from './check-options.js';
import type { PaymentProxyOptions } from './options.js';
import { accessOf, checkPrice, checkToken, confirmOrder, invalidToken, namedOrder } from './order.js';
import { createTokenReader, type ReadToken } from './order-token.js';
import { checkOrigin, corsHeaders, SECURITY_HEADERS } from './origin.js';
import { Payer } from './attempts/pay-once.js';
import { checkPayment } from './payment-rules.js';
import { createNetworkLookup, isNetworksPath, type LookUpNetworks } from './networks.js';
import { ProblemError } from './problem.js';
import { describeAttempt, describeState } from './attempts/replay.js';
import { createResolve, type Resolve } from './attempts/resolve.js';
import { createRedactor } from './redact.js';
import { createRefusalLog } from './refusals.js';
import { invalidKey, readPayment, type IncomingPayment } from './request.js';
import type { Service } from './service/upstream.js';
import { createSuspicionWatch } from './suspicion.js';

export type { AttemptAnswer } from './attempts/record.js';
export type { EncryptionKeys } from './encrypted-card.js';
export type { LimitOptions } from './limits.js';
export { createOrderToken, type OrderTokenOptions, type OrderTokenSecret } from './order-token.js';
export type { LogEntry, LogEvent, Logger } from './log.js';
export { ProxyConfigurationError, type CardHint, type PaymentProxyOptions, type ResolvePayment } from './options.js';
export {
  verifyWebhook,
  WebhookVerificationError,
  type VerifiedWebhook,
  type VerifyWebhookOptions,
} from './verify-webhook.js';
export type { ResolveOptions } from './attempts/resolve.js';
export type { DeliveryReport, OnSettled, SettledPayment } from './deliver-settled.js';
export type { OnSuspicion, Suspicion } from './suspicion.js';
export type { AttemptStore, Change } from './attempts/store.js';
export type { EncryptionKey } from '../contract/encryption-key.js';
export type { CardNetworks, NetworksOf } from '../contract/networks.js';
export type { PaymentDraft, ResolvedPayment } from '../contract/schema.js';

/** Handles the requests of the widget. Mount it under any path. */
export interface PaymentProxy {
  (request: Request): Promise<Response>;
  /**
   * Settles an attempt with an unknown outcome, for example from a webhook.
   * @param attempt - its idempotency key, or its order
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

/** Options without the secrets, so that they cannot leak from a passed or printed object. */
type PublicOptions = Pick<
  PaymentProxyOptions,
  'mode' | 'allowedOrigins' | 'resolvePayment' | 'encryptionKey' | 'actionOrigins' | 'networksOf'
> & {
  /** Identifiers. */
  readonly brands: readonly string[] | undefined;
};

interface Context {
  readonly options: PublicOptions;
  /** Reads the order token, if the proxy requires one. */
  readonly readToken: ReadToken | undefined;
  readonly log: Log;
  readonly attempts: ReturnType<typeof createOpenAttempts>;
  readonly payer: Payer;
  readonly lookUpNetworks: LookUpNetworks;
  readonly watch: ReturnType<typeof createSuspicionWatch>;
  isClosed: boolean;
}

/**
 * Creates the server side of the widget. It adds the API key, checks the amount against the order, and sends each attempt at
 * most once. Serves `POST …/v1/payments`, `GET …/attempts`, `GET …/config` and, with `networksOf`, `GET …/networks/{digits}`.
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
export function createPaymentProxy(options: PaymentProxyOptions): PaymentProxy {
  checkOptions(options);
  const { apiKey, baseUrl, orderTokenSecret, ...own } = options;
  const { mode, allowedOrigins = [], limits } = own;
  const [first, second] = typeof apiKey === 'string' ? [apiKey] : apiKey;
  const redactor = createRedactor([first, second].filter((key) => key !== undefined));
  const { log, written } = createLog(mode, redactor, own.logger);
  if (mode === 'live' && isOnThisMachine(baseUrl)) log('live_key_over_http');
  const service: Service = {
    baseUrl,
    keys: second === undefined ? [new ApiKey(first)] : [new ApiKey(first), new ApiKey(second, 'second')],
    fetch: toFetch(own.fetch),
    honoursIdempotency: own.upstreamHonoursIdempotency === true,
    interpretResponse: own.interpretResponse,
    answerFields: own.answerFields,
    actionOrigins: own.actionOrigins,
    redactor,
    log,
  };
  const { onSettled } = own;
  const deliveries = onSettled && new Deliveries(onSettled, () => attempts.open(), log);
  const attempts = createOpenAttempts(own, log, deliveries?.deliver);
  const counters = createLimits(limits, mode);
  const lookUpNetworks = createNetworkLookup(own.networksOf, counters, log);
  const payer = new Payer({ options: own, service, limits: counters, open: () => attempts.open() });
  const readToken = orderTokenSecret === undefined ? undefined : createTokenReader(orderTokenSecret);
  const watch = createSuspicionWatch(own.onSuspicion, limits?.clientId);
  const brands = own.brands?.map(toBrandId);
  const context: Context = {
    options: { ...own, brands },
    readToken,
    log,
    attempts,
    payer,
    watch,
    lookUpNetworks,
    isClosed: false,
  };

  const refusals = createRefusalLog(log);
  deliveries?.start();

  async function handle(request: Request): Promise<Response> {
    deliveries?.start();
    const response = await route(request, context).catch((error: unknown) => {
      if (error instanceof ProblemError) refusals.add(error.code, error.status);
      return toProblem(error, request, log);
    });
    await written(); // log lines precede the response
    // The rest of the request is not read, so HTTP/1.1 servers should close the connection.
    if (request.body && !request.bodyUsed) response.headers.set('Connection', 'close');
    const headers = { [PAYMENTS_MODE]: mode, ...SECURITY_HEADERS, ...corsHeaders(request, allowedOrigins) };
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  }

  return Object.assign(handle, {
    resolve: createResolve(() => attempts.open(), log),
    deliverSettled: async () => (await deliveries?.run()) ?? { delivered: 0, failed: 0 },
    async close() {
      context.isClosed = true;
      await payer.settled();
      await deliveries?.close();
      refusals.flush();
      await written();
      await attempts.close();
    },
  });
}

/** Creates a `Request` only for a custom function: the global `fetch` creates its own. */
function toFetch(custom: PaymentProxyOptions['fetch']): Service['fetch'] {
  return custom ? (url, init) => custom(new Request(url, init)) : (url, init) => fetch(url, init);
}

async function route(request: Request, context: Context): Promise<Response> {
  const { pathname } = new URL(request.url);
  const operation = OPERATIONS.find(({ matches }) => matches(pathname));
  if (!operation) {
    throw new ProblemError(404, 'not_found', `Expected …${PAYMENTS_PATH}, …${ATTEMPTS_PATH} or …${CONFIG_PATH}.`);
  }
  checkOrigin(request, context.options.allowedOrigins ?? []);
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: operation.method } });
  if (request.method !== operation.method) {
    throw new ProblemError(405, 'not_found', `Expected ${operation.method}.`, { headers: { Allow: operation.method } });
  }
  return operation.run(request, context);
}

const OPERATIONS = [
  { method: 'POST', matches: (path: string) => path.endsWith(PAYMENTS_PATH), run: createPayment },
  { method: 'GET', matches: isAttemptsPath, run: showAttempt },
  { method: 'GET', matches: (path: string) => path.endsWith(CONFIG_PATH), run: describeProxy },
  { method: 'GET', matches: isNetworksPath, run: showNetworks }, // last: a proxy may be mounted at /networks
] as const;

function isAttemptsPath(path: string): boolean {
  return path.endsWith(ATTEMPTS_PATH) || keyInPath(path) !== undefined;
}

/**
 * The attempt key at the end of the path, if valid. Will be removed in the next minor version: servers log paths, so the key
 * belongs in the header.
 */
function keyInPath(path: string): string | undefined {
  const [before, key = ''] = path.split(/\/(?=[^/]*$)/);
  return before?.endsWith(ATTEMPTS_PATH) && isIdempotencyKey(key) ? key : undefined;
}

async function createPayment(request: Request, context: Context): Promise<Response> {
  const startedAt = Date.now();
  const incoming = await readPayment(request);
  return context.payer.handle(incoming.idempotencyKey, () => payOrRefuse(incoming, request, context, startedAt));
}

async function payOrRefuse(
  incoming: IncomingPayment,
  request: Request,
  context: Context,
  startedAt: number,
): Promise<Response> {
  const { options, payer, readToken, watch } = context;
  const token = await readToken?.(request);
  let order = namedOrder(incoming, token);
  try {
    checkToken(token);
    checkPayment(incoming.payment);
    checkCardForm(incoming.payment, listKeys(options.encryptionKey));
    checkBrand(incoming.payment, options.brands);
    order = await confirmOrder(order, incoming.payment, request, { ...options, token });
    checkPrice(incoming.payment, order);
    if (context.isClosed) {
      throw new ProblemError(503, 'store_unavailable', 'This proxy is shutting down. Nothing was sent.');
    }
  } catch (refusal) {
    return payer.refuse({ ...incoming, order }, refusal);
  }
  const paying = payer.pay({ ...incoming, order }, request, startedAt);
  watch(incoming.payment, request, paying);
  return paying;
}

/** Reads the store only, never the service. */
async function showAttempt(request: Request, { attempts, log, readToken }: Context): Promise<Response> {
  const key = keyInPath(new URL(request.url).pathname) ?? request.headers.get(IDEMPOTENCY_KEY);
  if (!isIdempotencyKey(key)) throw invalidKey();
  const token = await readToken?.(request);
  checkToken(token, 'unknown');
  const find = async () => {
    const store = await attempts.open();
    return (await store.find(key)) ?? (await store.findForRejected(key));
  };
  const attempt = await find().catch((cause: unknown) => {
    log('store_failed', { key }, cause);
    const text = 'The store of payment attempts failed. The outcome of this attempt is unknown.';
    throw new ProblemError(503, 'store_unavailable', text, { outcome: 'unknown', cause });
  });
  if (!attempt) throw new ProblemError(404, ATTEMPT_NOT_FOUND, 'There is no such attempt. Nothing was sent for it.');
  if (accessOf(key, token)(attempt)) return Response.json(describeAttempt(attempt, key));
  if (token) throw invalidToken('unknown');
  return Response.json(describeState(attempt));
}

async function showNetworks(request: Request, { lookUpNetworks, readToken }: Context): Promise<Response> {
  checkToken(await readToken?.(request));
  return lookUpNetworks(request);
}

async function describeProxy(request: Request, { options, readToken }: Context): Promise<Response> {
  checkToken(await readToken?.(request));
  const config: ProxyConfig = {
    mode: options.mode,
    idempotency: true,
    recovery: true,
    ...(options.networksOf && { networks: true }),
    ...(options.brands && { brands: [...options.brands] }),
    encryption_key: publishedKey(options.encryptionKey, Date.now()),
    ...(options.actionOrigins && { next_action: true }),
  };
  return Response.json(config);
}

function toProblem(error: unknown, request: Request, log: Log): Response {
  if (error instanceof ProblemError) return error.toResponse();
  const key = request.headers.get(IDEMPOTENCY_KEY);
  log('proxy_failed', isIdempotencyKey(key) ? { key } : {}, error);
  return new ProblemError(500, 'proxy_error', 'The proxy failed. Nothing was sent.').toResponse();
}
