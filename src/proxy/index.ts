import { resolvedPayment, type PaymentRequest, type ProxyConfig } from '../contract/schema.js';
import {
  ATTEMPTS_PATH,
  CONFIG_PATH,
  IDEMPOTENCY_KEY,
  isIdempotencyKey,
  PAYMENTS_MODE,
  PAYMENTS_PATH,
} from '../contract/protocol.js';
import { ApiKeys, toPair } from './api-keys.js';
import type { AttemptAnswer } from './attempts/record.js';
import { checkCardForm, listKeys, toldKey } from './encrypted-card.js';
import { createLimits } from './limits.js';
import { createLog, type Log } from './log.js';
import { createRedactor } from './redact.js';
import { createOpenAttempts, type OpenAttempts } from './attempts/open-attempts.js';
import { checkOptions, isOnThisMachine, type PaymentProxyOptions } from './options.js';
import { checkOrigin, corsHeaders, SECURITY_HEADERS } from './origin.js';
import { Payer } from './attempts/pay-once.js';
import { ProblemError } from './problem.js';
import { describeAttempt, isAnswer } from './attempts/replay.js';
import { readPayment } from './request.js';
import type { Service } from './service/upstream.js';

export type { AttemptAnswer } from './attempts/record.js';
export type { EncryptionKeys } from './encrypted-card.js';
export type { LimitOptions } from './limits.js';
export type { LogEntry, LogEvent, Logger } from './log.js';
export { ProxyConfigurationError, type PaymentProxyOptions, type ResolvePayment } from './options.js';
export type { AttemptStore, Change } from './attempts/store.js';
export type { EncryptionKey } from '../contract/encryption-key.js';
export type { PaymentDraft, ResolvedPayment } from '../contract/schema.js';

/** Answers requests. Mount it under any path. */
export interface PaymentProxy {
  /** Answers one request. */
  (request: Request): Promise<Response>;
  /**
   * Settles an attempt whose outcome is unknown, by the word of somebody who has looked: a webhook, the console, a person.
   * @param attempt - its key, or the order that it was for
   * @param outcome - `failed` means certainly not charged, and lets the order be paid again
   * @param answer - what is answered to those who ask for this attempt; for `succeeded` a 200 without a body, if left out
   * @returns false when there is no such attempt, it is settled already, or its answer may still come
   * @throws when the store fails, or there can be no such answer
   */
  resolve(
    attempt: string | { readonly reference: string },
    outcome: 'succeeded' | 'failed',
    answer?: AttemptAnswer,
  ): Promise<boolean>;
  /** Takes no payment any more, waits for those that are on their way, and closes the store that it has opened. */
  close(): Promise<void>;
}

/** Without the keys, so that nothing that is passed around or printed holds one. */
type OwnOptions = Pick<PaymentProxyOptions, 'mode' | 'allowedOrigins' | 'resolvePayment' | 'encryptionKey'>;

/** What the operations of a proxy work with. */
interface Context {
  readonly options: OwnOptions;
  readonly log: Log;
  readonly attempts: OpenAttempts;
  readonly payer: Payer;
  isClosed: boolean;
}

/**
 * Makes the merchant's side of the widget: it adds the API key, so that no page ever holds one, sends what the
 * merchant's server knows to be right, and each attempt at most once. Serves `POST …/v1/payments`,
 * `GET …/attempts/{key}` and `GET …/config`.
 *
 * @example
 * const proxy = createPaymentProxy({
 *   baseUrl: process.env.PAYMENTS_BASE_URL ?? '',
 *   apiKey: process.env.PAYMENTS_API_KEY ?? '',
 *   mode: 'test',
 *   resolvePayment: async ({ reference }) => orders.find(reference), // { amount: 4999, currency: 'EUR' }
 * });
 * @throws {ProxyConfigurationError} at once, when an option is wrong
 */
export function createPaymentProxy(options: PaymentProxyOptions): PaymentProxy {
  checkOptions(options);
  const { apiKey, baseUrl, ...own } = options;
  const { mode, allowedOrigins = [], limits } = own;
  const keys = toPair(apiKey);
  const redactor = createRedactor(keys.filter((key) => key !== undefined));
  const { log, written } = createLog(mode, redactor, own.logger);
  if (mode === 'live' && isOnThisMachine(baseUrl)) log('live_key_over_http');
  const service: Service = {
    baseUrl,
    keys: new ApiKeys(keys),
    fetch: toFetch(own.fetch),
    honoursIdempotency: own.upstreamHonoursIdempotency === true,
    interpretResponse: own.interpretResponse,
    redactor,
    log,
  };
  const attempts = createOpenAttempts(own, log);
  const payer = new Payer({ options: own, service, log, open: () => attempts.open(), ...createLimits(limits, mode) });
  const context: Context = { options: own, log, attempts, payer, isClosed: false };

  async function handle(request: Request): Promise<Response> {
    const response = await answer(request, context).catch((error: unknown) => toProblem(error, request, log));
    await written(); // what the page is told stands in the log already
    // Nobody reads what is left of the request, however slowly it comes; HTTP/1.1 servers are told to hang up.
    if (request.body && !request.bodyUsed) response.headers.set('Connection', 'close');
    const headers = { [PAYMENTS_MODE]: mode, ...SECURITY_HEADERS, ...corsHeaders(request, allowedOrigins) };
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  }

  return Object.assign(handle, {
    async resolve(...[attempt, outcome, answer]: Parameters<PaymentProxy['resolve']>) {
      // Stored, it would fail whoever asks for a payment that is paid.
      if (answer && !isAnswer(answer))
        throw new TypeError('resolve: expected an answer with an HTTP status of 200 to 599.');
      const known = await attempts.open();
      const key = typeof attempt === 'string' ? attempt : await known.findHolder(attempt.reference);
      return key !== undefined && known.resolve(key, outcome, answer);
    },
    async close() {
      context.isClosed = true;
      await payer.settled();
      await written();
      await attempts.close();
    },
  });
}

/** A `Request` is made only for who wants one: `fetch` makes one of its own in any case. */
function toFetch(own: PaymentProxyOptions['fetch']): Service['fetch'] {
  return own ? (url, init) => own(new Request(url, init)) : (url, init) => fetch(url, init);
}

async function answer(request: Request, context: Context): Promise<Response> {
  const { pathname } = new URL(request.url);
  const operation = OPERATIONS.find(({ matches }) => matches(pathname));
  if (!operation) {
    throw new ProblemError(404, 'not_found', `Expected …${PAYMENTS_PATH}, …${ATTEMPTS_PATH}{key} or …${CONFIG_PATH}.`);
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
  { method: 'GET', matches: (path: string) => attemptKey(path) !== undefined, run: showAttempt },
  { method: 'GET', matches: (path: string) => path.endsWith(CONFIG_PATH), run: describeProxy },
] as const;

/** The key at the end of a path, if there is one. */
function attemptKey(path: string): string | undefined {
  const [before, key = ''] = path.split(/\/(?=[^/]*$)/);
  return `${before}/`.endsWith(ATTEMPTS_PATH) && isIdempotencyKey(key) ? key : undefined;
}

async function createPayment(request: Request, { options, payer, isClosed }: Context): Promise<Response> {
  const startedAt = Date.now();
  const payment = await readPayment(request);
  try {
    checkCardForm(payment.payment, listKeys(options.encryptionKey));
    await checkAmount(payment.payment, request, options);
  } catch (refusal) {
    return payer.refuse(payment, refusal);
  }
  if (isClosed) {
    return payer.refuse(payment, new ProblemError(503, 'store_unavailable', 'This proxy is closed. Nothing was sent.'));
  }
  return payer.pay(payment, request, startedAt);
}

/** Asks the store alone, never the service. */
async function showAttempt(request: Request, { attempts, log }: Context): Promise<Response> {
  const key = attemptKey(new URL(request.url).pathname) ?? '';
  const find = async () => {
    const known = await attempts.open();
    return (await known.find(key)) ?? (await known.findForRejected(key));
  };
  const attempt = await find().catch((cause: unknown) => {
    log('store_failed', { key }, cause);
    const text = 'The store of payment attempts cannot be asked.';
    throw new ProblemError(503, 'store_unavailable', text, { outcome: 'unknown', cause });
  });
  if (!attempt) throw new ProblemError(404, 'not_found', 'This attempt never came here. Nothing was sent for it.');
  return Response.json(describeAttempt(attempt));
}

/** The shopper pays what was shown, or nothing: a different price is told, not charged. */
async function checkAmount(payment: PaymentRequest, request: Request, options: OwnOptions): Promise<void> {
  if (!options.resolvePayment) return;
  const { payment_method, ...draft } = payment;
  const known = await options.resolvePayment(draft, request);
  if (!known) throw new ProblemError(404, 'unknown_order', 'The merchant does not know this order.');
  const { amount, currency } = resolvedPayment().parse(known);
  if (amount === payment.amount && currency === payment.currency) return;
  throw new ProblemError(409, 'amount_changed', 'The amount of this order has changed. Nothing was sent.', {
    members: { amount, currency },
  });
}

function describeProxy(_request: Request, { options: { mode, encryptionKey } }: Context): Promise<Response> {
  const config: ProxyConfig = {
    mode,
    idempotency: true,
    recovery: true,
    encryption_key: toldKey(encryptionKey, Date.now()),
  };
  return Promise.resolve(Response.json(config));
}

function toProblem(error: unknown, request: Request, log: Log): Response {
  if (error instanceof ProblemError) return error.toResponse();
  const key = request.headers.get(IDEMPOTENCY_KEY);
  log('proxy_failed', isIdempotencyKey(key) ? { key } : {}, error);
  return new ProblemError(500, 'proxy_error', 'The proxy failed before anything was sent.').toResponse();
}
