import { createRequestListener } from '@remix-run/node-fetch-server';
import type { TestRunnerConfig } from '@web/test-runner';
import { startSandbox } from 'payment-widget-testing/sandbox/start-sandbox';
import { digestOf } from 'payment-widget/contract/protocol';
import { atPay } from '../support/at-pay.js';
import { gate } from '../support/node-servers.js';
import { proxyTo, type Answer } from '../support/shop.js';

/** A POST request that a merchant's server received. Browser tests read it by the order's reference. */
export interface SeenRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly amount: number; readonly reference?: string } & Readonly<Record<string, unknown>>;
}

/** The request that a held merchant does not answer until it is released. */
export type HeldMerchant = 'config' | 'attempt' | 'payment' | 'decline' | 'price-change';

type Middleware = NonNullable<TestRunnerConfig['middleware']>[number];

const html = (status: number) => new Response('<h1>Shop</h1>', { status, headers: { 'Content-Type': 'text/html' } });
const empty = (status: number, headers: Record<string, string> = {}) => new Response(null, { status, headers });

/** A problem document of our proxy. */
const problem = (status: number, code: string, outcome = 'not_charged') =>
  Response.json({ code, outcome }, { status, headers: { 'Content-Type': 'application/problem+json' } });

/** Names the attempt, as the proxy of this package does. */
const named =
  (response: Response): Answer =>
  async (request) => {
    const answer = response.clone();
    answer.headers.set('Payments-Attempt', await digestOf(request.headers.get('Idempotency-Key') ?? ''));
    return answer;
  };

const withStatus = (status: number, retryAfter = '7') =>
  Response.json({}, { status, headers: status === 429 ? { 'Retry-After': retryAfter } : {} });

const isConfig = ({ url }: Request) => new URL(url).pathname.endsWith('/config');
const isPayment = ({ method }: Request) => method === 'POST';

/** A server that answers in place of a proxy. */
interface Canned {
  readonly config?: object;
  readonly pay: () => Response;
  /** The answer to the nth status request of an attempt. Default: no such attempt. */
  readonly report?: (times: number) => object | undefined;
}

function canned({ config, pay, report = () => undefined }: Canned): Answer {
  const times = new Map<string, number>();
  return (request) => {
    if (isConfig(request)) return config ? Response.json(config) : empty(404);
    if (isPayment(request)) return pay();
    if (!request.url.endsWith('/attempts')) return empty(404);
    const key = request.headers.get('Idempotency-Key') ?? '';
    times.set(key, (times.get(key) ?? 0) + 1);
    const state = report(times.get(key) ?? 0);
    return state instanceof Response ? state : Response.json(state ?? { state: 'not_found' });
  };
}

const RECOVERS = { mode: 'test', recovery: true, idempotency: true };

/** The service answers every payment with an error, and the proxy does not send it again. */
const unknownAtFirst = (report?: Canned['report']) =>
  canned({ config: { ...RECOVERS, idempotency: false }, pay: () => withStatus(500), report });

const next_action = {
  url: 'https://acs.example/challenge',
  method: 'POST',
  fields: { creq: 'eyJ0', submit: 'x', append: 'y', remove: 'z' },
};
const WAITS = { state: 'unknown', status: 202, payment: null, next_action };

/** Each payment needs a confirmation by the bank. */
const asksAction = (
  report: NonNullable<Canned['report']>,
  pay = () => Response.json({ next_action }, { status: 202 }),
) => canned({ config: RECOVERS, pay, report: (times) => report(times) ?? WAITS });

/** A proxy without `next_action`: the page finds the action in the response of the service, with this status. */
function ownFormat(status: number, state: string): Answer {
  const body = { status: 'requires_action', challenge: { url: 'https://acs.example/challenge' } };
  const member = state === 'failed' ? 'error' : 'payment';
  return canned({
    config: RECOVERS,
    pay: () => Response.json(body, { status }),
    report: () => ({ state, status, [member]: body }),
  });
}

/** Another attempt has paid the order. */
const repeats = (body: object) =>
  canned({ pay: () => Response.json(body, { headers: { 'Idempotency-Replayed': 'true' } }) });

/** Merchants' servers inside the test server, over real HTTP: `proxy-url="/merchant/{name}"`. */
export async function startMerchants(): Promise<Middleware> {
  const sandbox = await startSandbox({ rateLimit: false });
  const seen: SeenRequest[] = [];
  const gates = new Map<string, () => void>();
  const servers = new Map<string, Answer>();

  const priced = (extra: number, brand?: string) =>
    proxyTo(sandbox, {
      resolvePayment: (_draft, _request, card) => ({
        amount: brand === undefined || card.brand === brand ? 4999 + extra : 4999,
        currency: 'EUR',
      }),
    });
  const test = proxyTo(sandbox);
  const live = proxyTo(sandbox, { mode: 'live' });
  const dearer = priced(500);
  const brands = proxyTo(sandbox, { brands: ['visa', 'mastercard', 'elo'] });
  const networks = proxyTo(sandbox, {
    networksOf: (bin) => (bin === '40000025' ? ['cartes-bancaires', 'visa'] : undefined),
  });

  const MERCHANTS: Readonly<Record<string, Answer>> = {
    test,
    live,
    dearer,
    networks,
    brands,
    /** Declares no brands, and refuses some. */
    'silent-brands': (request) => (isPayment(request) ? brands(request) : Response.json(RECOVERS)),
    'by-card': priced(200, 'american-express'),
    'networks-fail': (request) => (request.url.includes('/networks/') ? empty(503) : networks(request)),
    /** A reverse proxy that only adds the `Authorization` header: no `/config`, no mode. */
    bare: async (request) => {
      if (!isPayment(request)) return html(404);
      const headers = { Authorization: `Bearer ${sandbox.apiKey}`, 'Content-Type': 'application/json' };
      return fetch(`${sandbox.baseUrl}/v1/payments`, { method: 'POST', headers, body: await request.text() });
    },
    /** Requires an order token on each route. Its signature is the word `valid` or `expired`. */
    'token-required': (request) => {
      const signature = request.headers.get('Order-Token')?.split('.')[2];
      if (signature === 'valid') return test(request);
      return problem(403, signature === 'expired' ? 'order_token_expired' : 'order_token_invalid');
    },
    /** No proxy, but a web server that answers each request with the start page. */
    'start-page': () => html(200),
    /** Has no configuration, and sends its mode only with payments that fail. */
    'test-without-config': async (request) => {
      if (!isPayment(request)) return empty(503);
      const answer = await test(request);
      if (answer.ok) answer.headers.delete('Payments-Mode');
      return answer;
    },
    /** Sends its mode with payments only. */
    'late-test': (request) => (isPayment(request) ? test(request) : empty(404)),
    'settles-paid': unknownAtFirst((times) =>
      times < 2 ? { state: 'processing' } : { state: 'succeeded', payment: { id: 'pay_1' } },
    ),
    'settles-later': unknownAtFirst((times) => ({ state: times < 3 ? 'processing' : 'succeeded' })),
    'settles-declined': unknownAtFirst((times) =>
      times < 2 ? { state: 'unknown' } : { state: 'failed', status: 402 },
    ),
    'reports-amount': unknownAtFirst(() => ({ state: 'succeeded', amount: 5499, currency: 'EUR' })),
    'stays-unknown': unknownAtFirst(() => ({ state: 'unknown' })),
    'never-saw': unknownAtFirst(),
    'finds-nothing': canned({
      config: RECOVERS,
      pay: () => empty(503),
      report: (times) => (times < 2 ? empty(503) : undefined),
    }),
    'action-paid': asksAction((times) => (times < 2 ? undefined : { state: 'succeeded', status: 200 })),
    'action-refused': asksAction((times) => (times < 2 ? undefined : { state: 'failed', status: 402 })),
    'action-stays': asksAction(() => undefined),
    'action-away': asksAction((times) => (times < 2 ? empty(503) : undefined)),
    'action-lost': asksAction(
      () => undefined,
      () => problem(504, 'timeout', 'unknown'),
    ),
    'challenge-paid': ownFormat(200, 'succeeded'),
    'challenge-accepted': ownFormat(202, 'unknown'),
    'challenge-declined': ownFormat(402, 'failed'),
    'paid-elsewhere': repeats({ state: 'paid' }),
    'replays-another': repeats({ id: 'pay_1', status: 'succeeded' }),
    'busy-for-1': canned({ pay: () => withStatus(429, '1') }),
    'cut-200': canned({
      pay: () => new Response('{"id":"pay_1","st', { headers: { 'Content-Type': 'application/json' } }),
    }),
    'redirect-302': canned({ pay: () => empty(302, { Location: '/merchant/test/v1/payments' }) }),
  };

  /** Servers whose first answers differ, each test with its own. */
  const CHANGING: Readonly<Record<string, () => Answer>> = {
    /** The live proxy; the first request for its configuration fails. */
    recovering: () => afterFirst(isConfig, () => empty(503), live),
    /** Requests for its configuration fail until the third one. */
    'late-config': () => {
      const settles = unknownAtFirst(() => ({ state: 'succeeded' }));
      let times = 0;
      return (request) => (isConfig(request) && ++times < 3 ? empty(503) : settles(request));
    },
    /** Shares a store with other machines. It fails at the first payment, and is back after it. */
    'store-away': () => {
      let isBack = false;
      return (request) => {
        if (!isPayment(request) || isBack) return test(request);
        isBack = true;
        return named(problem(503, 'store_unavailable', 'unknown'))(request);
      };
    },
  };

  /** Which requests wait for a release, and what answers them then. */
  const HELD: Readonly<Record<HeldMerchant, readonly [(request: Request) => boolean, Answer]>> = {
    config: [(request) => !isPayment(request), test],
    attempt: [({ url }) => url.endsWith('/attempts'), unknownAtFirst()],
    payment: [isPayment, test],
    decline: [isPayment, canned({ pay: () => withStatus(402) })],
    'price-change': [isPayment, dearer],
  };

  /** @param id of the gate of a held server, or of a test whose server counts requests */
  function serverOf(name: string, id: string): Answer {
    if (!name.startsWith('held-'))
      return MERCHANTS[name] ?? CHANGING[name]?.() ?? canned({ pay: () => withStatus(Number(name.split('-')[1])) });
    const [waits, answer] = HELD[name.replace('held-', '') as HeldMerchant];
    const { opened, open } = gate();
    gates.set(id, open);
    return async (request) => {
      if (waits(request)) await opened;
      return answer(request);
    };
  }

  async function handle(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const [, , segment = ''] = pathname.split('/');
    const reference = searchParams.get('reference') ?? undefined;
    if (segment === 'seen') return Response.json(seen.filter(({ body }) => body.reference === reference));
    if (segment === 'ledger') return Response.json(sandbox.ledger(reference));
    if (segment === 'release') {
      gates.get(searchParams.get('gate') ?? '')?.();
      return empty(200);
    }
    if (isPayment(request)) {
      const body = (await request.clone().json()) as SeenRequest['body'];
      seen.push({ headers: Object.fromEntries(request.headers), body });
    }
    const [name = '', id = ''] = segment.split('~');
    const server = servers.get(segment) ?? serverOf(name, id);
    servers.set(segment, server);
    return server(atPay(request, `/merchant/${segment}`));
  }

  const listener = createRequestListener((request: Request) => handle(request));
  return (context, next) => {
    const { path, req, res } = context;
    if (!path.startsWith('/merchant/')) return next();
    context.respond = false;
    context.status = 200; // the runner reads it when this returns, and would print every 404
    const isReset = path.startsWith('/merchant/reset/') && req.method === 'POST';
    setImmediate(() => {
      if (isReset) req.socket.destroy();
      else listener(req, res);
    });
  };
}

/** Answers the first request of a kind in another way, by idempotency key. */
function afterFirst(isKind: (request: Request) => boolean, first: Answer, then: Answer): Answer {
  const keys = new Set<string | null>();
  return (request) => {
    const key = request.headers.get('Idempotency-Key');
    if (!isKind(request) || keys.has(key)) return then(request);
    keys.add(key);
    return first(request);
  };
}
