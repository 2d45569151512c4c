import { createRequestListener } from '@remix-run/node-fetch-server';
import type { Finding } from '../../src/check-proxy/check.js';
import { USUAL, type Settings } from '../../src/check-proxy/prober.js';
import { checkProxy } from '../../src/check-proxy/run.js';
import { ServiceStandIn } from '../../src/check-proxy/stand-in.js';
import { freePort } from './free-port.js';
import { API_KEY, testProxy } from './node-proxy.js';
import { startServer } from './node-servers.js';
import type { Scope } from './scope.js';

/** What is checked where a test says nothing else. Ten are checked at once: a busy machine makes each of them seconds slower. */
export const SETTINGS: Omit<Settings, 'url'> = { ...USUAL, wait: 12_000, patience: 6000 };

/** How long the proxies here wait for the service, in ms; by themselves it is 30 s. */
const PATIENCE = 1500;

export const SHOP_ORIGIN = 'https://shop.example';

export type Handler = (request: Request) => Promise<Response>;
export type Send = (request: Request) => Promise<Response>;

/** What every order costs. */
export const PRICE = { amount: USUAL.amount, currency: USUAL.currency };

/** A stand-in of the service, stopped with its scope. */
export async function startStandIn(t: Scope): Promise<ServiceStandIn> {
  const service = await ServiceStandIn.start(await freePort()); // it is stopped for a check, and comes back there
  t.after(() => service.close());
  return service;
}

/** Our own proxy, which gives the service up early. */
export function ownProxy(service: ServiceStandIn, send: Send = (request) => fetch(request)): Handler {
  return testProxy({
    baseUrl: service.url,
    allowedOrigins: [SHOP_ORIGIN],
    resolvePayment: () => PRICE,
    limits: { requestsPerMinute: false, attemptsPerReference: false },
    fetch: async (request) => {
      const late = AbortSignal.timeout(PATIENCE);
      const response = await Promise.race([send(request), aborted(late)]);
      // What comes byte by byte is not waited for longer, either.
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

/** A proxy that adds the key and does nothing else, as a merchant would write one in an afternoon. */
export function bareProxy(service: ServiceStandIn): Handler {
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
        signal: AbortSignal.timeout(PATIENCE),
      });
      return new Response(await answer.text(), { status: answer.status, headers: answer.headers });
    } catch {
      return new Response(null, { status: 502 });
    }
  };
}

/** Serves a proxy under `/pay`, and checks it. */
export async function check(
  t: Scope,
  proxy: Handler,
  settings: Partial<Settings> = {},
  host = 'localhost',
): Promise<Finding[]> {
  const listener = createRequestListener((request: Request) => proxy(request));
  const url = new URL(`${await startServer(t, listener)}/pay`);
  url.hostname = host;
  const findings: Finding[] = [];
  for await (const finding of checkProxy({ ...SETTINGS, url, ...settings })) findings.push(finding);
  return findings;
}

/** The checks that came to one of these results, by their names. */
export const idsOf = (findings: readonly Finding[], ...results: readonly Finding['result'][]): string[] =>
  findings.filter(({ result }) => results.includes(result)).map(({ id }) => id);
