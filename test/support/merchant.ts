import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { createSandbox } from '../../src/sandbox/sandbox.js';
import { createPaymentProxy } from '../../src/proxy/index.js';
import { createMemoryStore } from '../../src/proxy/attempts/stores/memory.js';
import { atPay } from './at-pay.js';
import { gate } from './node-servers.js';

/** A POST request that a merchant's server received. Browser tests read it by the order's reference. */
export interface SeenRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly amount: number; readonly reference?: string } & Readonly<Record<string, unknown>>;
}

/** The request that a held merchant does not answer until it is released. */
export type HeldMerchant = 'config' | 'attempt' | 'payment' | 'decline' | 'price-change';

/** @param released - for the held merchants */
type Handler = (request: Request, released: Promise<void>) => Response | Promise<Response>;

/** The part of Koa's context that is used here. */
interface Context {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly path: string;
  respond?: boolean;
  status: number;
}

const sandbox = createSandbox();
const seen: SeenRequest[] = [];
const gates = new Map<string, ReturnType<typeof gate>>();
const configRequests = new Map<string, number>();
const toSandbox = {
  baseUrl: 'https://service.example',
  fetch: sandbox.handle,
  store: createMemoryStore(),
  allowMemoryStore: true,
  logger: () => undefined,
} as const;

const testProxy = createPaymentProxy({
  ...toSandbox,
  apiKey: sandbox.keys.test,
  mode: 'test',
  trustBrowserAmount: true,
  limits: { attemptsPerClient: false },
});
const liveProxy = createPaymentProxy({
  ...toSandbox,
  apiKey: sandbox.keys.live,
  mode: 'live',
  trustBrowserAmount: true,
  limits: { attemptsPerClient: false },
});

/** Accepts certain brands. */
const brandsProxy = createPaymentProxy({
  ...toSandbox,
  apiKey: sandbox.keys.test,
  mode: 'test',
  brands: ['visa', 'mastercard', 'elo'],
  trustBrowserAmount: true,
  limits: { attemptsPerClient: false },
});

/** Knows that cards of one issuer are co-badged. */
const networksProxy = createPaymentProxy({
  ...toSandbox,
  apiKey: sandbox.keys.test,
  mode: 'test',
  networksOf: (bin) => (bin === '40000025' ? ['cartes-bancaires', 'visa'] : undefined),
  trustBrowserAmount: true,
  limits: { attemptsPerClient: false },
});

const dearerProxy = createPaymentProxy({
  ...toSandbox,
  apiKey: sandbox.keys.test,
  mode: 'test',
  resolvePayment: () => ({ amount: 5499, currency: 'EUR' }),
});

/** American Express costs 2.00 more. */
const byCardProxy = createPaymentProxy({
  ...toSandbox,
  apiKey: sandbox.keys.test,
  mode: 'test',
  resolvePayment: (_draft, _request, { brand }) => ({
    amount: brand === 'american-express' ? 5199 : 4999,
    currency: 'EUR',
  }),
});

/** Merchants' servers by name: `proxy-url="/merchant/{name}"`. */
const MERCHANTS: Readonly<Record<string, Handler>> = {
  test: testProxy,
  live: liveProxy,
  dearer: dearerProxy,
  brands: brandsProxy,
  networks: networksProxy,
  /** Fails to look up networks. */
  'networks-fail': (request) =>
    request.url.includes('/networks/') ? new Response(null, { status: 503 }) : networksProxy(request),
  /** Declares no brands, and refuses some. */
  'silent-brands': async (request) => {
    const answer = await brandsProxy(request);
    return request.method === 'GET' ? Response.json({ mode: 'test', idempotency: true, recovery: true }) : answer;
  },
  'by-card': byCardProxy,
  'held-config': async (request, released) => {
    if (request.method !== 'POST') await released;
    return testProxy(request);
  },
  /** The outcome of each payment is unknown, and the proxy knows no attempt. */
  'held-attempt': async (request, released) => {
    if (new URL(request.url).pathname.endsWith('/attempts')) await released;
    return neverSaw(request);
  },
  'held-payment': async (request, released) => {
    if (request.method === 'POST') await released;
    return testProxy(request);
  },
  'held-decline': async (request, released) => {
    if (request.method === 'POST') await released;
    return answerWithStatus(request.method === 'POST' ? 402 : 404);
  },
  'held-price-change': async (request, released) => {
    if (request.method === 'POST') await released;
    return dearerProxy(request);
  },
  /** A reverse proxy that only adds the `Authorization` header: no `/config`, no mode. */
  bare: async (request) => {
    if (request.method !== 'POST') return new Response('<h1>Not found</h1>', { status: 404, headers: html });
    const headers = { Authorization: `Bearer ${sandbox.keys.test}`, 'Content-Type': 'application/json' };
    return sandbox.handle(
      new Request('https://service.example/v1/payments', { method: 'POST', headers, body: await request.text() }),
    );
  },
  /** Requires an order token on each route. Its signature is the word `valid` or `expired`. */
  'token-required': (request) => {
    const signature = request.headers.get('Order-Token')?.split('.')[2];
    if (signature === 'valid') return testProxy(request);
    return problem(403, signature === 'expired' ? 'order_token_expired' : 'order_token_invalid');
  },
  /** No proxy, but a web server that answers each request with the start page. */
  'start-page': () => new Response('<h1>Shop</h1>', { headers: html }),
  /** Knows no order. */
  'unknown-order': (request) => (request.method === 'POST' ? problem(404, 'unknown_order') : testProxy(request)),
  /** The live proxy; the first request for its configuration fails. */
  recovering: (request) =>
    countConfigRequest(request) === 1 ? new Response(null, { status: 503 }) : liveProxy(request),
  /** Has no configuration, and sends its mode only with payments that fail. */
  'test-without-config': async (request) => {
    if (request.method !== 'POST') return new Response(null, { status: 503 });
    const answer = await testProxy(request);
    if (answer.ok) answer.headers.delete('Payments-Mode');
    return answer;
  },
  /** Payments are unknown at first; the second status request finds them paid. */
  'settles-paid': unknownAtFirst((requests) =>
    requests < 2 ? { state: 'processing' } : { state: 'succeeded', payment: { id: 'pay_1' } },
  ),
  /** As above, with the third status request. */
  'settles-later': unknownAtFirst((requests) => (requests < 3 ? { state: 'processing' } : { state: 'succeeded' })),
  /** As above, but declined. */
  'settles-declined': unknownAtFirst((requests) =>
    requests < 2 ? { state: 'unknown' } : { state: 'failed', status: 402 },
  ),
  /** Status requests report the amount too. */
  'reports-amount': unknownAtFirst(() => ({ state: 'succeeded', amount: 5499, currency: 'EUR' })),
  'stays-unknown': unknownAtFirst(() => ({ state: 'unknown' })),
  /** Shares a store with other machines. It fails at the first request of each attempt, and is back after it. */
  'store-away': storeAway(),
  /** Knows no attempt. */
  'never-saw': unknownAtFirst(() => undefined),
  /** Fails at the first question about an attempt, and knows none. */
  'finds-nothing': findsNothing(),
  /** Requests for its configuration fail until the third one. */
  'late-config': (request) => {
    const count = countConfigRequest(request);
    return count && count < 3 ? new Response(null, { status: 503 }) : settlesAtOnce(request);
  },
  /** Each payment needs a confirmation by the bank. The second status request finds it paid. */
  'action-paid': asksAction((requests) => (requests < 2 ? undefined : { state: 'succeeded', status: 200 })),
  /** As above, but the bank refuses. */
  'action-refused': asksAction((requests) => (requests < 2 ? undefined : { state: 'failed', status: 402 })),
  /** As above, but the shopper never confirms. */
  'action-stays': asksAction(() => undefined),
  /** As above, but the first status request fails. */
  'action-away': asksAction((requests) => (requests < 2 ? new Response(null, { status: 503 }) : undefined)),
  /** As above, but the response to the payment is lost. */
  'action-lost': (request) => (request.method === 'POST' ? problem(504, 'timeout', 'unknown') : staysAsked(request)),
  /** Proxies without `next_action`: the page finds the action in the response of the service, with this status. */
  'challenge-paid': ownFormat(200, 'succeeded'),
  'challenge-accepted': ownFormat(202, 'unknown'),
  'challenge-declined': ownFormat(402, 'failed'),
  'busy-for-1': busyFor(1),
  'busy-for-297': busyFor(297),
  /** Sends its mode with payments only. */
  'late-test': (request) => (request.method === 'POST' ? testProxy(request) : new Response(null, { status: 404 })),
  /** Another attempt has paid the order. */
  'paid-elsewhere': ({ method }) =>
    method === 'POST'
      ? Response.json({ state: 'paid' }, { headers: { 'Idempotency-Replayed': 'true' } })
      : new Response(null, { status: 404 }),
  /** Repeats the response to another attempt, which has paid the order. */
  'replays-another': ({ method }) =>
    method === 'POST'
      ? Response.json({ id: 'pay_1', status: 'succeeded' }, { headers: { 'Idempotency-Replayed': 'true' } })
      : new Response(null, { status: 404 }),
  'proxy-504': () =>
    new Response('{"code":"timeout","outcome":"unknown"}', {
      status: 504,
      headers: { 'Content-Type': 'application/problem+json' },
    }),
  'empty-502': () => new Response(null, { status: 502 }),
  'empty-200': () => new Response(null),
  'html-200': () => new Response('<h1>Log in</h1>', { headers: html }),
  'cut-200': () => new Response('{"id":"pay_1","st', { headers: { 'Content-Type': 'application/json' } }),
  'redirect-302': () => new Response(null, { status: 302, headers: { Location: '/merchant/test/v1/payments' } }),
  'not-charged-503': () => Response.json({ outcome: 'not_charged' }, { status: 503 }),
};

const html = { 'Content-Type': 'text/html' };
const staysAsked = asksAction(() => undefined);
const neverSaw = unknownAtFirst(() => undefined);
const settlesAtOnce = unknownAtFirst(() => ({ state: 'succeeded' }));

/** How often a merchant was asked for its configuration, this time included; `undefined` for another request. */
function countConfigRequest(request: Request): number | undefined {
  const { pathname } = new URL(request.url);
  if (!pathname.endsWith('/config')) return undefined;
  const count = (configRequests.get(pathname) ?? 0) + 1;
  configRequests.set(pathname, count);
  return count;
}

/**
 * A merchant whose service answers every payment with an error.
 * @param report - the answer to the nth status request of an attempt; a 404 if `undefined`
 */
function unknownAtFirst(report: (requests: number) => object | undefined): (request: Request) => Response {
  const requests = new Map<string, number>();
  return (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/config')) return Response.json({ mode: 'test', recovery: true, idempotency: false });
    if (request.method === 'POST') return Response.json({}, { status: 500 });
    if (!pathname.endsWith('/attempts')) return new Response(null, { status: 404 });
    const key = request.headers.get('Idempotency-Key') ?? '';
    const count = (requests.get(key) ?? 0) + 1;
    requests.set(key, count);
    const state = report(count);
    return state ? Response.json(state) : problem(404, 'attempt_not_found');
  };
}

function findsNothing(): Handler {
  let questions = 0;
  return ({ url }) => {
    if (url.endsWith('/config')) return Response.json({ mode: 'test', recovery: true, idempotency: true });
    return questions++ === 0 ? new Response(null, { status: 503 }) : problem(404, 'attempt_not_found');
  };
}

/** A merchant whose service asks for a confirmation. @param report - the outcome at the nth status request, if any */
function asksAction(report: (requests: number) => object | Response | undefined): (request: Request) => Response {
  const requests = new Map<string, number>();
  const fields = { creq: 'eyJ0', submit: 'x' };
  const next_action = { url: 'https://acs.example/challenge', method: 'POST', fields };
  return (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/config')) return Response.json({ mode: 'test', recovery: true, idempotency: true });
    if (request.method === 'POST') return Response.json({ next_action }, { status: 202 });
    const key = request.headers.get('Idempotency-Key') ?? '';
    const count = (requests.get(key) ?? 0) + 1;
    requests.set(key, count);
    const settled = report(count);
    if (settled instanceof Response) return settled;
    return Response.json(settled ?? { state: 'unknown', status: 202, payment: null, next_action });
  };
}

function ownFormat(status: number, state: string): (request: Request) => Response {
  const body = { status: 'requires_action', challenge: { url: 'https://acs.example/challenge' } };
  const member = state === 'failed' ? 'error' : 'payment';
  return ({ url, method }) => {
    if (new URL(url).pathname.endsWith('/config'))
      return Response.json({ mode: 'test', recovery: true, idempotency: true });
    return method === 'POST' ? Response.json(body, { status }) : Response.json({ state, status, [member]: body });
  };
}

/** Answers every payment with a rate limit. */
function busyFor(seconds: number): (request: Request) => Response {
  return ({ method }) =>
    method === 'POST'
      ? Response.json({}, { status: 429, headers: { 'Retry-After': String(seconds) } })
      : new Response(null, { status: 404 });
}

function storeAway(): (request: Request) => Response | Promise<Response> {
  const keys = new Set<string | null>();
  return (request) => {
    const key = request.headers.get('Idempotency-Key');
    if (request.method !== 'POST' || keys.has(key)) return testProxy(request);
    keys.add(key);
    return problem(503, 'store_unavailable', 'unknown');
  };
}

/** A problem document of our proxy. */
function problem(status: number, code: string, outcome = 'not_charged'): Response {
  return new Response(JSON.stringify({ code, outcome }), {
    status,
    headers: { 'Content-Type': 'application/problem+json' },
  });
}

/** For `/merchant/status-402` and the like: the status of every POST. */
function answerWithStatus(status: number): Response {
  return Response.json({}, { status, headers: status === 429 ? { 'Retry-After': '7' } : {} });
}

async function handle(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const [, , segment = ''] = pathname.split('/');
  const [name = '', gateName = ''] = segment.split('~');
  if (name === 'seen')
    return Response.json(seen.filter(({ body }) => body.reference === searchParams.get('reference')));
  if (name === 'ledger') return Response.json(sandbox.ledger.entries(searchParams.get('reference') ?? undefined));
  if (name === 'release') {
    gateOf(searchParams.get('gate') ?? '').open();
    return new Response(null);
  }
  if (request.method === 'POST') {
    const body = (await request.clone().json()) as SeenRequest['body'];
    seen.push({ headers: Object.fromEntries(request.headers), body });
  }
  const merchant = MERCHANTS[name];
  if (merchant && (request.method === 'POST' || !/\d/.test(name)))
    return merchant(atPay(request, `/merchant/${segment}`), gateOf(gateName).opened);
  if (request.method !== 'POST') return new Response(null, { status: 404 });
  return answerWithStatus(Number(name.slice('status-'.length)));
}

function gateOf(name: string): ReturnType<typeof gate> {
  const existing = gates.get(name);
  if (existing) return existing;
  const created = gate();
  gates.set(name, created);
  return created;
}

const listener = createRequestListener((request: Request) => handle(request));

/** Merchants' servers inside the test server: real proxies, reached over real HTTP. */
export function merchantMiddleware(context: Context, next: () => Promise<void>): Promise<void> | void {
  const { path, req, res } = context;
  if (!path.startsWith('/merchant/')) return next();
  context.respond = false;
  context.status = 200; // the runner reads it when this returns, and would print every 404
  const isReset = path.startsWith('/merchant/reset/') && req.method === 'POST';
  setImmediate(() => {
    if (isReset) req.socket.destroy();
    else listener(req, res);
  });
}
