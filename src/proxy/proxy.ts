import { resolvedPayment, type PaymentRequest, type ProxyConfig } from '../payment/schema.js';
import { CONFIG_PATH, PAYMENTS_MODE, PAYMENTS_PATH } from '../transport/protocol.js';
import { checkOptions, type PaymentProxyOptions } from './options.js';
import { checkOrigin, corsHeaders } from './origin.js';
import { ProblemError } from './problem.js';
import { readPayment } from './request.js';
import { sendUpstream } from './upstream.js';

export { ProxyConfigurationError, type PaymentProxyOptions, type ResolvePayment } from './options.js';
export type { PaymentDraft, ResolvedPayment } from '../payment/schema.js';

/** Answers one request. Mount it under any path. */
export type PaymentProxy = (request: Request) => Promise<Response>;

/**
 * Makes the merchant's side of the widget: it adds the API key, so that no page ever holds one, and sends what the
 * merchant's server knows to be right. Serves `POST …/v1/payments` and `GET …/config`.
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
  const { mode, allowedOrigins = [] } = options;
  return async (request) => {
    const response = await answer(request, options).catch(toProblem);
    response.headers.set(PAYMENTS_MODE, mode);
    response.headers.set('Cache-Control', 'no-store');
    for (const [name, value] of Object.entries(corsHeaders(request, allowedOrigins))) response.headers.set(name, value);
    return response;
  };
}

async function answer(request: Request, options: PaymentProxyOptions): Promise<Response> {
  const { pathname } = new URL(request.url);
  const operation = OPERATIONS.find(({ path }) => pathname.endsWith(path));
  if (!operation) throw new ProblemError(404, 'not_found', `Expected …${PAYMENTS_PATH} or …${CONFIG_PATH}.`);
  checkOrigin(request, options.allowedOrigins ?? []);
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: operation.method } });
  if (request.method !== operation.method) {
    throw new ProblemError(405, 'not_found', `Expected ${operation.method}.`, { headers: { Allow: operation.method } });
  }
  return operation.run(request, options);
}

const OPERATIONS = [
  { method: 'POST', path: PAYMENTS_PATH, run: createPayment },
  { method: 'GET', path: CONFIG_PATH, run: describeProxy },
] as const;

async function createPayment(request: Request, options: PaymentProxyOptions): Promise<Response> {
  const { payment, idempotencyKey } = await readPayment(request);
  await checkAmount(payment, request, options);
  return sendUpstream(payment, idempotencyKey, options);
}

/** The shopper pays what was shown, or nothing: a different price is told, not charged. */
async function checkAmount(payment: PaymentRequest, request: Request, options: PaymentProxyOptions): Promise<void> {
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

function describeProxy(_request: Request, { mode }: PaymentProxyOptions): Promise<Response> {
  const config: ProxyConfig = { mode, idempotency: false, recovery: false, encryption_key: null };
  return Promise.resolve(Response.json(config));
}

function toProblem(error: unknown): Response {
  if (error instanceof ProblemError) return error.toResponse();
  console.error('createPaymentProxy: nothing was sent, because of', error);
  return new ProblemError(500, 'proxy_error', 'The proxy failed before anything was sent.').toResponse();
}
