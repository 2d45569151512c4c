import { EventEmitter, once } from 'node:events';
import { createRequestListener } from '@remix-run/node-fetch-server';
import type { CheckFinding } from 'payment-widget-testing/check-proxy/check';
import { silence } from 'payment-widget-testing/check-proxy/checks/service';
import { FakeService, type FaultyBehaviour } from 'payment-widget-testing/check-proxy/fake-service';
import { PRICE, Prober, type ProbeSettings } from 'payment-widget-testing/check-proxy/prober';
import { checkProxy } from 'payment-widget-testing/check-proxy/run';
import { resetConnection } from 'payment-widget-testing/sandbox/reset-connection';
import { API_KEY, testProxy } from './node-proxy.js';
import { startServer } from './node-servers.js';
import type { Scope } from './scope.js';
import { StepClock } from './step-clock.js';

export const SHOP_ORIGIN = 'https://shop.example';

export type Handler = (request: Request) => Promise<Response>;
export type Send = (request: Request) => Promise<Response>;

/** Signs the order tokens of tests. */
export const TOKEN_SECRET = 'the secret of the tests, of 32 bytes or more';

const silences = new WeakMap<FakeService, EventEmitter>();

/**
 * Starts a fake service. It stops with its scope. When it would be silent, the time limits of `ownProxy()` and `bareProxy()` end, and
 * other proxies lose their connection.
 */
export async function startFakeService(t: Scope): Promise<FakeService> {
  const service = await FakeService.start(0);
  t.after(() => service.close());
  const silent = new EventEmitter().setMaxListeners(0);
  silences.set(service, silent);
  const endWaiting: FaultyBehaviour = (response) => {
    silent.emit('silent');
    resetConnection(response.socket);
  };
  let behaviour: FaultyBehaviour | undefined;
  Object.defineProperty(service, 'behave', {
    get: () => behaviour,
    set(behave: typeof behaviour) {
      behaviour = behave === silence ? endWaiting : behave;
    },
  });
  return service;
}

/** Sends with a time limit that is over when the service is silent. */
function withLimit(service: FakeService, sending: Promise<Response>): Promise<Response> {
  const over = once(silences.get(service) ?? new EventEmitter(), 'silent').then(() => {
    throw new DOMException('The service is silent.', 'TimeoutError');
  });
  return Promise.race([sending, over]);
}

/**
 * Our own proxy.
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
    limits: { requestsPerMinute: false, attemptsPerReference: false },
    fetch: (request) => withLimit(service, send(request)),
  });
}

/** A minimal proxy, which only adds the API key. */
export function bareProxy(service: FakeService): Handler {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
    try {
      const sending = fetch(service.url + pathname.slice('/pay'.length) + search, {
        method,
        headers: { ...Object.fromEntries(headers), host: '', authorization: `Bearer ${API_KEY}` },
        body,
        redirect: 'manual',
      });
      const answer = await withLimit(service, sending);
      return new Response(await answer.text(), { status: answer.status, headers: answer.headers });
    } catch {
      return new Response(null, { status: 502 });
    }
  };
}

/**
 * Runs all checks. The checker measures time itself, so no proxy is too late.
 * @param last the check to stop after
 */
export async function findingsAt(settings: Partial<ProbeSettings> & Pick<ProbeSettings, 'url'>, last?: string) {
  const clock = new StepClock();
  const probe = new Prober({ live: false, clock, ...settings });
  const findings: CheckFinding[] = [];
  for await (const finding of checkProxy(probe)) {
    findings.push(finding);
    if (finding.id === last) break;
  }
  return findings;
}

/** Serves a proxy under `/pay`. @param host an address saves a name look-up per request */
export async function serveProxy(t: Scope, proxy: Handler, host = '127.0.0.1'): Promise<URL> {
  const listener = createRequestListener((request: Request) => proxy(request));
  const url = new URL(`${await startServer(t, listener)}/pay`);
  url.hostname = host;
  return url;
}

/** Ids of the checks with one of these results. */
export const idsOf = (findings: readonly CheckFinding[], ...results: readonly CheckFinding['result'][]): string[] =>
  findings.filter(({ result }) => results.includes(result)).map(({ id }) => id);
