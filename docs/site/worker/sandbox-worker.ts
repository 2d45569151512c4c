import { createMemoryStore } from '../../../src/proxy/attempts/stores/memory.js';
import { createPaymentProxy, type PaymentProxy } from '../../../src/proxy/index.js';
import { createService } from './service.js';

/** A service worker that answers `/pay/*` for the live examples: the proxy and the sandbox, without a server. */

interface WorkerEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}

interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface WorkerScope {
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
const PATH = '/pay/';

/** Delay of the first report about a payment, and between further ones until the proxy accepts it, in ms. */
const REPORT = { every: 2000, times: 10 };

let proxy = createProxy();

scope.addEventListener('install', (event) => {
  event.waitUntil(scope.skipWaiting());
});
scope.addEventListener('activate', (event) => {
  event.waitUntil(scope.clients.claim());
});
scope.addEventListener('message', ({ data }) => {
  if (data === 'reset') proxy = createProxy();
});
scope.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin === location.origin && pathname.startsWith(PATH)) event.respondWith(respond(event.request));
});

async function respond(request: Request): Promise<Response> {
  return proxy(await withBody(request));
}

/** In some browsers a request has no `body`, which the proxy reads. */
async function withBody(request: Request): Promise<Request> {
  if (request.method === 'GET' || request.body) return request;
  const { body } = new Response(await request.clone().arrayBuffer());
  return Object.defineProperty(request, 'body', { value: body });
}

function createProxy(): PaymentProxy {
  const created: PaymentProxy = createPaymentProxy({
    baseUrl: 'https://sandbox.invalid', // never requested: `fetch` is replaced
    apiKey: 'sandbox_test_docs',
    mode: 'test',
    trustBrowserAmount: true, // there is no shop whose order could be looked up
    store: createMemoryStore(),
    limits: { requestsPerMinute: false, attemptsPerReference: false, attemptsPerClient: false },
    logger: () => undefined,
    fetch: createService((key, outcome, body) => {
      void report(created, key, outcome, body);
    }),
  });
  return created;
}

/** Settles an attempt as a webhook of the service would, after the response to the payment. */
async function report(proxy: PaymentProxy, key: string, outcome: 'succeeded' | 'failed', body: string): Promise<void> {
  for (let tries = 0; tries < REPORT.times; tries++) {
    await new Promise((resolve) => setTimeout(resolve, REPORT.every));
    if (await proxy.resolve(key, outcome, outcome === 'succeeded' ? { status: 200, body } : {})) return;
  }
}
