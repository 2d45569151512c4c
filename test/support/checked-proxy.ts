import { createRequestListener } from '@remix-run/node-fetch-server';
import type { Finding } from '../../src/check-proxy/check.js';
import { FakeService } from '../../src/check-proxy/fake-service.js';
import { checkProxy } from '../../src/check-proxy/run.js';
import { DEFAULTS, type Settings } from '../../src/check-proxy/settings.js';
import { freePort } from './free-port.js';
import { API_KEY, testProxy } from './node-proxy.js';
import { startServer } from './node-servers.js';
import type { Scope } from './scope.js';

/** Default settings for tests. Several checkers share a busy machine, so the time-outs leave seconds to spare. */
export const SETTINGS: Omit<Settings, 'url'> = { ...DEFAULTS, wait: 10_000, serviceTimeout: 5000 };

/** How long proxies in tests wait for the service, in ms. */
const SERVICE_TIMEOUT = 1500;

export const SHOP_ORIGIN = 'https://shop.example';

export type Handler = (request: Request) => Promise<Response>;
export type Send = (request: Request) => Promise<Response>;

/** The price of every order. */
export const PRICE = { amount: DEFAULTS.amount, currency: DEFAULTS.currency };

/** Starts a fake service. It stops with its scope. */
export async function startFakeService(t: Scope): Promise<FakeService> {
  const service = await FakeService.start(await freePort()); // one check stops it and starts it again on the same port
  t.after(() => service.close());
  return service;
}

/** Signs the order tokens of tests. */
export const TOKEN_SECRET = 'the secret of the tests, of 32 bytes or more';

/**
 * Our own proxy, with a short time-out for the service.
 * @param orderTokenSecret - requires order tokens, which name the price. Default: the proxy knows the price of each order
 */
export function ownProxy(
  service: FakeService,
  send: Send = (request) => fetch(request),
  orderTokenSecret?: string,
): Handler {
  return testProxy({
    ...(orderTokenSecret ? { orderTokenSecret } : { resolvePayment: () => PRICE }),
    baseUrl: service.url,
    allowedOrigins: [SHOP_ORIGIN],
    brands: ['visa'],
    actionOrigins: ['https://acs.example'],
    networksOf: (bin) => (bin === '42424242' ? ['visa', 'dankort'] : undefined),
    limits: { requestsPerMinute: false, attemptsPerReference: false },
    fetch: async (request) => {
      const late = AbortSignal.timeout(SERVICE_TIMEOUT);
      const response = await Promise.race([send(request), aborted(late)]);
      // The time-out covers the body, too.
      return new Response(response.body?.pipeThrough(new TransformStream(), { signal: late }), response);
    },
  });
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as DOMException);
    });
  });

/** A minimal proxy, which only adds the API key. */
export function bareProxy(service: FakeService): Handler {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
    try {
      const answer = await fetch(service.url + pathname.slice('/pay'.length) + search, {
        method,
        headers: { ...Object.fromEntries(headers), host: '', authorization: `Bearer ${API_KEY}` },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(SERVICE_TIMEOUT),
      });
      return new Response(await answer.text(), { status: answer.status, headers: answer.headers });
    } catch {
      return new Response(null, { status: 502 });
    }
  };
}

/** Serves a proxy under `/pay` and runs all checks. */
export async function check(
  t: Scope,
  proxy: Handler,
  settings: Partial<Settings> = {},
  host = '127.0.0.1', // saves a name look-up per request
): Promise<Finding[]> {
  const listener = createRequestListener((request: Request) => proxy(request));
  const url = new URL(`${await startServer(t, listener)}/pay`);
  url.hostname = host;
  const findings: Finding[] = [];
  for await (const finding of checkProxy({ ...SETTINGS, url, ...settings })) findings.push(finding);
  return findings;
}

/** Ids of the checks with one of these results. */
export const idsOf = (findings: readonly Finding[], ...results: readonly Finding['result'][]): string[] =>
  findings.filter(({ result }) => results.includes(result)).map(({ id }) => id);
