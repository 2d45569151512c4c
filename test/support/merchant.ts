import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { createSandbox } from '../../demo/sandbox/sandbox.js';
import { createPaymentProxy } from '../../src/proxy/proxy.js';
import { createMemoryStore } from '../../src/proxy/stores/memory.js';
import { gate } from './node-servers.js';

/** A POST as a merchant's server saw it; what a browser test asks for by the order's reference. */
export interface SeenRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly amount: number; readonly reference?: string } & Readonly<Record<string, unknown>>;
}

type Handler = (request: Request) => Response | Promise<Response>;

/** The part of Koa's context that is used: the test server answers by itself. */
interface Context {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly path: string;
  respond?: boolean;
  status: number;
}

const sandbox = createSandbox();
const seen: SeenRequest[] = [];
let recovering = 0;
let askedLate = 0;
/** What the merchants wait for whose names begin with `held-`. Open, until a test holds them. */
let hold = gate();
hold.open();
const toSandbox = {
  baseUrl: 'https://service.example',
  fetch: sandbox.handle,
  store: createMemoryStore(),
  allowMemoryStore: true,
} as const;

const testProxy = createPaymentProxy({
  ...toSandbox,
  apiKey: sandbox.keys.test,
  mode: 'test',
  trustBrowserAmount: true,
});
const liveProxy = createPaymentProxy({
  ...toSandbox,
  apiKey: sandbox.keys.live,
  mode: 'live',
  trustBrowserAmount: true,
});

const dearerProxy = createPaymentProxy({
  ...toSandbox,
  apiKey: sandbox.keys.test,
  mode: 'test',
  resolvePayment: () => ({ amount: 5499, currency: 'EUR' }),
});

/** Merchants' servers by name: `proxy-url="/merchant/{name}"`. */
const MERCHANTS: Readonly<Record<string, Handler>> = {
  test: testProxy,
  live: liveProxy,
  dearer: dearerProxy,
  'slow-dearer': async (request) => {
    if (request.method === 'POST') await wait(300);
    return dearerProxy(request);
  },
  slow: async (request) => {
    if (request.method === 'POST') await wait(300);
    return testProxy(request);
  },
  'slow-402': async () => {
    await wait(300);
    return answerWithStatus(402);
  },
  /** Does not say for long what it can do. */
  silent: async () => {
    await wait(3000);
    return new Response(null, { status: 404 });
  },
  /** As an nginx that only adds the header: no `/config`, no mode. */
  bare: async (request) => {
    if (request.method !== 'POST') return new Response('<h1>Not found</h1>', { status: 404, headers: html });
    const headers = { Authorization: `Bearer ${sandbox.keys.test}`, 'Content-Type': 'application/json' };
    return sandbox.handle(
      new Request('https://service.example/v1/payments', { method: 'POST', headers, body: await request.text() }),
    );
  },
  /** As the live one, behind something that answers with an error at first. */
  recovering: (request) => {
    if (request.method === 'GET') recovering++;
    return recovering === 1 ? new Response(null, { status: 503 }) : liveProxy(request);
  },
  /** Answers to `/config` with an error for ever, and says its mode on its first payment only. */
  'test-without-config': async (request) => {
    if (request.method !== 'POST') return new Response(null, { status: 503 });
    const answer = await testProxy(request);
    if (answer.ok) answer.headers.delete('Payments-Mode');
    return answer;
  },
  /** Is in doubt about every payment, and knows after a while that it was made. */
  'settles-paid': inDoubt((asked) =>
    asked < 2 ? { state: 'processing' } : { state: 'succeeded', payment: { id: 'pay_1' } },
  ),
  /** As above, when it is asked a third time. */
  'settles-later': inDoubt((asked) => (asked < 3 ? { state: 'processing' } : { state: 'succeeded' })),
  /** As above, but it was not made. */
  'settles-declined': inDoubt((asked) => (asked < 2 ? { state: 'unknown' } : { state: 'failed', status: 402 })),
  /** Knows that it was made, and at which price. */
  'tells-price': inDoubt(() => ({ state: 'succeeded', amount: 5499, currency: 'EUR' })),
  /** Is in doubt for ever. */
  'stays-unknown': inDoubt(() => ({ state: 'unknown' })),
  /** Has never seen any attempt. */
  'never-saw': inDoubt(() => undefined),
  /** Is in doubt, has never seen the attempt, and can be held when it is asked. */
  'held-to-tell': async (request) => {
    if (new URL(request.url).pathname.includes('/attempts/')) await hold.opened;
    return neverSaw(request);
  },
  /** Can be held when it is to say what it can do. */
  'held-config': async (request) => {
    if (request.method !== 'POST') await hold.opened;
    return testProxy(request);
  },
  /** Can be held when it is to pay. */
  'held-payment': async (request) => {
    if (request.method === 'POST') await hold.opened;
    return testProxy(request);
  },
  /** Is in doubt, and only says that it can tell more when it is asked for the third time. */
  'tells-late': (request) => {
    const isConfig = new URL(request.url).pathname.endsWith('/config');
    return isConfig && ++askedLate < 3 ? new Response(null, { status: 503 }) : settlesAtOnce(request);
  },
  /** Is busy for a second. */
  'busy-for-1': (request) =>
    request.method === 'POST'
      ? Response.json({}, { status: 429, headers: { 'Retry-After': '1' } })
      : new Response(null, { status: 404 }),
  /** Says its mode on payments only. */
  'late-test': (request) => (request.method === 'POST' ? testProxy(request) : new Response(null, { status: 404 })),
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
const neverSaw = inDoubt(() => undefined);
const settlesAtOnce = inDoubt(() => ({ state: 'succeeded' }));

/** A merchant whose service answers every payment with an error; what became of it is told when it is asked. */
function inDoubt(tell: (asked: number) => object | undefined): Handler {
  const asked = new Map<string, number>();
  return (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/config')) return Response.json({ mode: 'test', recovery: true, idempotency: false });
    if (request.method === 'POST') return Response.json({}, { status: 500 });
    const times = (asked.get(pathname) ?? 0) + 1;
    asked.set(pathname, times);
    const news = tell(times);
    return news ? Response.json(news) : new Response(null, { status: 404 });
  };
}

/** `/merchant/status-402` and the like answer every POST with that status. */
function answerWithStatus(status: number): Response {
  return Response.json({}, { status, headers: status === 429 ? { 'Retry-After': '7' } : {} });
}

async function handle(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  const [, , name = ''] = pathname.split('/');
  if (name === 'seen')
    return Response.json(seen.filter(({ body }) => body.reference === searchParams.get('reference')));
  if (name === 'ledger') return Response.json(sandbox.ledger.entries(searchParams.get('reference') ?? undefined));
  if (name === 'hold') {
    hold = gate();
    return new Response(null);
  }
  if (name === 'let-go') {
    hold.open();
    return new Response(null);
  }
  if (request.method === 'POST') {
    const body = (await request.clone().json()) as SeenRequest['body'];
    seen.push({ headers: Object.fromEntries(request.headers), body });
  }
  const merchant = MERCHANTS[name];
  if (merchant && (request.method === 'POST' || !/\d/.test(name))) return merchant(request);
  if (request.method !== 'POST') return new Response(null, { status: 404 });
  return answerWithStatus(Number(name.slice('status-'.length)));
}

const listener = createRequestListener((request: Request) => handle(request));

/** Real merchants' servers inside the test server, reached over real HTTP. */
export function merchantMiddleware(context: Context, next: () => Promise<void>): Promise<void> | void {
  if (!context.path.startsWith('/merchant/')) return next();
  context.respond = false;
  context.status = 200; // else the runner lists every answer as not found
  if (context.path.startsWith('/merchant/reset/') && context.req.method === 'POST') context.req.socket.destroy();
  else listener(context.req, context.res);
}
