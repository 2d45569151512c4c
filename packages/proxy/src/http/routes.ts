import {
  ATTEMPTS_PATH,
  CONFIG_PATH,
  FRAME_PATH,
  IDEMPOTENCY_KEY,
  isIdempotencyKey,
  NETWORKS_PATH,
  ORDER_TOKEN,
  ORDERS_PATH,
  PAYMENTS_PATH,
  readNetworks,
  withinTime,
  type AttemptReport,
  type Clock,
  type ProxyConfig,
} from 'payment-widget/contract';
import { sha256 } from '../base/crypto.js';
import { ProblemError } from '../base/problem.js';
import type { Limits } from '../limits/limits.js';
import type { Log } from '../log/events.js';
import type { PaymentProxyOptions } from '../options/options.js';
import { accessOf, checkToken, invalidToken, orderOf, type ReadToken } from '../order/access.js';
import { checkBrand, checkPrice, confirmOrder, type OrderedPayment } from '../order/confirm-order.js';
import type { createOpenAttempts } from '../payment/open-attempts.js';
import type { Payer } from '../payment/payer.js';
import type { Turn } from '../payment/same-key.js';
import { checkDestination, FRAME_FILE, type Frame } from './frame.js';
import { checkOrigin } from './origin.js';
import { describeAttempt, describeState, describeUnseen } from './report.js';
import { checkMode, invalidKey, parsePayment, readPaymentMessage } from './request.js';

/** Options without the secrets, so that they cannot leak from a passed or printed object. */
type PublicOptions = Pick<
  PaymentProxyOptions,
  'mode' | 'allowedOrigins' | 'resolvePayment' | 'actionOrigins' | 'networksOf'
> & {
  readonly brands: readonly string[] | undefined;
};

export interface Context {
  readonly options: PublicOptions;
  readonly readToken: ReadToken | undefined;
  readonly log: Log;
  readonly attempts: ReturnType<typeof createOpenAttempts>;
  readonly payer: Payer;
  readonly limits: Limits;
  readonly rareLog: Log;
  readonly frame: Frame | undefined;
  readonly mountPath: string | undefined;
  readonly clock: Clock;
}

export async function route(request: Request, context: Context): Promise<Response> {
  const { pathname } = new URL(request.url);
  // The whole path counts: what another server allows or forbids for a path must not hold for a part of another one.
  const mount = mountOf(pathname, context);
  const path = pathname.startsWith(mount) ? pathname.slice(mount.length) : '';
  const operation = OPERATIONS.find(({ matches }) => matches(path, context));
  if (!operation) {
    const hint = 'a path of this proxy, below the root or one segment. A longer path needs the option mountPath';
    const expected = context.mountPath === undefined ? hint : `${mount}${PAYMENTS_PATH}, for example`;
    throw new ProblemError(404, 'not_found', `Expected ${expected}.`);
  }
  operation.check(request, context);
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: operation.method } });
  if (request.method !== operation.method) {
    throw new ProblemError(405, 'not_found', `Expected ${operation.method}.`, { headers: { Allow: operation.method } });
  }
  return operation.run(request, context, path);
}

function mountOf(pathname: string, context: Context): string {
  if (context.mountPath !== undefined) return context.mountPath === '/' ? '' : context.mountPath;
  if (OPERATIONS.some(({ matches }) => matches(pathname, context))) return '';
  // No encoded segment counts, since another server may read it as another path.
  const [first = ''] = /^\/[\w.~-]+(?=\/)/.exec(pathname) ?? [];
  return OWN_SEGMENTS.includes(first) ? '' : first;
}

/** A mount with such a name would make two of one path. */
const OWN_SEGMENTS = [PAYMENTS_PATH, ATTEMPTS_PATH, CONFIG_PATH, FRAME_PATH, NETWORKS_PATH, ORDERS_PATH].map(
  (path) => `/${path.split('/')[1]}`,
);

interface Operation {
  readonly method: 'GET' | 'POST';
  readonly matches: (path: string, context: Context) => boolean;
  readonly check: (request: Request, context: Context) => void;
  readonly run: (request: Request, context: Context, path: string) => Promise<Response>;
}

const LOOKUP_PATH = new RegExp(`^${NETWORKS_PATH}/([^/]*)$`);
/** The digest is of what the header names, so that caches which ignore headers keep the answers apart. */
const ATTEMPT_PATH = new RegExp(`^${ATTEMPTS_PATH}(?:/([\\da-f]{64}))?$`);
const ORDER_PATH = new RegExp(`^${ORDERS_PATH}(?:/([\\da-f]{64}))?$`);

/** The limit is short, since the shopper is typing. */
const LOOKUP_TIMEOUT_MS = 3000;

const fromPages = (request: Request, { options }: Context) => {
  checkOrigin(request, options.allowedOrigins ?? []);
};

const OPERATIONS: readonly Operation[] = [
  { method: 'POST', matches: (path) => path === PAYMENTS_PATH, check: fromPages, run: createPayment },
  { method: 'GET', matches: (path) => ATTEMPT_PATH.test(path), check: fromPages, run: showAttempt },
  { method: 'GET', matches: (path) => path === CONFIG_PATH, check: fromPages, run: describeProxy },
  {
    method: 'GET',
    matches: (path, { frame }) => frame !== undefined && path === FRAME_PATH,
    check: checkDestination,
    run: (request, { frame }) => (frame as Frame).showPage(request),
  },
  {
    method: 'GET',
    matches: (path, { frame }) => frame !== undefined && FRAME_FILE.test(path),
    check: fromPages,
    run: (request, { frame }, path) => (frame as Frame).showFile(request, path),
  },
  {
    method: 'GET',
    matches: (path, { frame }) => frame !== undefined && ORDER_PATH.test(path),
    check: fromPages,
    run: showOrder,
  },
  { method: 'GET', matches: (path) => LOOKUP_PATH.test(path), check: fromPages, run: showNetworks },
];

async function createPayment(request: Request, context: Context): Promise<Response> {
  const { payer, clock } = context;
  const startedAt = clock.now();
  const { idempotencyKey, body } = await readPaymentMessage(request, clock);
  const turn = payer.enter(idempotencyKey, startedAt);
  try {
    return await payOrRefuse(turn, body, request, context);
  } finally {
    payer.leave(turn);
  }
}

async function payOrRefuse(
  turn: Turn,
  body: unknown,
  request: Request,
  { options, payer, readToken, frame }: Context,
): Promise<Response> {
  const token = await readToken?.(request);
  const asking = { turn, disclose: accessOf(turn.key, { token, isFramed: frame !== undefined }) };
  let ordered: OrderedPayment;
  try {
    checkMode(request, options.mode);
    checkToken(token);
    const payment = parsePayment(body);
    checkBrand(payment, options.brands);
    ordered = await confirmOrder(payment, request, { ...options, token });
    checkPrice(ordered);
    if (payer.isClosed) {
      throw new ProblemError(503, 'store_unavailable', 'This proxy is shutting down. Nothing was sent.');
    }
  } catch (refusal) {
    return payer.refuse(asking, refusal);
  }
  return payer.pay({ ...asking, ...ordered }, request);
}

/**
 * Reads the store only, never the service. Everything that is known is a report with the status 200, since servers in front
 * may replace errors by pages of their own. `not_found` is final, since a copy that is late is refused, unless the token of the
 * question is invalid: then nothing is written.
 */
async function showAttempt(request: Request, context: Context, path: string): Promise<Response> {
  const { attempts, limits, log, readToken, frame } = context;
  const key = request.headers.get(IDEMPOTENCY_KEY);
  if (!isIdempotencyKey(key)) throw invalidKey();
  const attempt = await checkDigest(key, ATTEMPT_PATH.exec(path));
  const report = (members: AttemptReport) => Response.json({ attempt, ...members });
  const token = await readToken?.(request);
  const find = async () => {
    const store = await attempts.open();
    if (token?.state === 'invalid') return store.find(key); // strangers write nothing, and their payments are refused anyway
    return store.findOrForbid(key, orderOf(token), () => limits.takeQuestion(request, 'attempts'));
  };
  const found = await find().catch((cause: unknown) => {
    if (cause instanceof ProblemError) throw cause;
    log('store_failed', { key }, cause);
    const text = 'The store of payment attempts failed. The outcome of this attempt is unknown.';
    throw new ProblemError(503, 'store_unavailable', text, { outcome: 'unknown', cause });
  });
  if (!found) return report(describeUnseen(token));
  const disclosed = accessOf(key, { token, isFramed: frame !== undefined })(found);
  if (disclosed) return report(describeAttempt(disclosed, key));
  if (token) throw invalidToken('unknown');
  return report(describeState(found, key));
}

/** @throws {ProblemError} 400 if the path names another one, which a cache would then keep under a wrong address */
async function checkDigest(named: string, path: RegExpExecArray | null): Promise<string> {
  const digest = await sha256(named);
  if (path?.[1] === undefined || path[1] === digest) return digest;
  throw new ProblemError(
    400,
    'invalid_request',
    'Expected the SHA-256 of the key or token in the path, as 64 hex digits.',
  );
}

/** Shows the order in isolated mode, whose form does not trust the page around it. */
async function showOrder(request: Request, { readToken }: Context, path: string): Promise<Response> {
  const token = await readToken?.(request);
  checkToken(token);
  const digest = await checkDigest(request.headers.get(ORDER_TOKEN) ?? '', ORDER_PATH.exec(path));
  return Response.json({ token: digest, ...token?.order }); // without an order, this proxy has no orderTokenSecret
}

/** The digits of the card are never logged. */
async function showNetworks(request: Request, context: Context, path: string): Promise<Response> {
  const { options, limits, readToken, rareLog, clock } = context;
  checkToken(await readToken?.(request));
  const { networksOf } = options;
  if (!networksOf) throw new ProblemError(404, 'not_found', 'This proxy has no networksOf.');
  const [, bin8 = ''] = LOOKUP_PATH.exec(path) ?? [];
  if (!/^\d{8}$/.test(bin8)) throw new ProblemError(400, 'invalid_request', 'Expected eight digits.');
  await limits.takeQuestion(request, 'lookups');
  const found = await withinTime(LOOKUP_TIMEOUT_MS, clock, async () => networksOf(bin8))
    .then(readNetworks)
    .catch(() => {
      rareLog('networks_failed'); // the error may contain the digits
      throw new ProblemError(503, 'proxy_error', 'The networks of this card cannot be found at present.');
    });
  return Response.json(found ?? { networks: [] });
}

async function describeProxy(request: Request, { options, readToken }: Context): Promise<Response> {
  checkToken(await readToken?.(request));
  const config: ProxyConfig = {
    mode: options.mode,
    idempotency: true,
    recovery: true,
    binding: true,
    ...(options.networksOf && { networks: true }),
    ...(options.brands && { brands: [...options.brands] }),
    ...(options.actionOrigins && { next_action: true }),
  };
  return Response.json(config);
}

export function toProblem(error: unknown, request: Request, log: Log): Response {
  if (error instanceof ProblemError) return error.toResponse();
  const key = request.headers.get(IDEMPOTENCY_KEY);
  log('proxy_failed', isIdempotencyKey(key) ? { key } : {}, error);
  return new ProblemError(500, 'proxy_error', 'The proxy failed. Nothing was sent.').toResponse();
}
