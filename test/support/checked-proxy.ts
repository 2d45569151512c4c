import { createRequestListener } from '@remix-run/node-fetch-server';
import type { Finding } from '../../src/check-proxy/check.js';
import { silence as silently } from '../../src/check-proxy/checks/service.js';
import { FakeService, type Behaviour } from '../../src/check-proxy/fake-service.js';
import { DEFAULTS, type Settings } from '../../src/check-proxy/prober.js';
import { checkProxy } from '../../src/check-proxy/run.js';
import { freePort } from './free-port.js';
import { API_KEY, testProxy } from './node-proxy.js';
import { startServer } from './node-servers.js';
import type { Scope } from './scope.js';
import { StepClock } from './step-clock.js';

/** Default settings for tests. The checker measures time itself, so no proxy is too late. */
export const SETTINGS: Omit<Settings, 'url'> = { ...DEFAULTS, serviceTimeout: Infinity, clock: new StepClock() };

export const SHOP_ORIGIN = 'https://shop.example';

export type Handler = (request: Request) => Promise<Response>;
export type Send = (request: Request) => Promise<Response>;

/** The price of every order. */
export const PRICE = { amount: DEFAULTS.amount, currency: DEFAULTS.currency };

/** What a silent service does to a proxy in tests: its time limit is over at once. */
class Silence {
  readonly #listeners = new Set<() => void>();

  /** Ends the limits of the proxies that wait for a response. */
  begin(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Rejects when the limit is over. */
  async during(sending: Promise<Response>): Promise<Response> {
    let end: () => void = () => undefined;
    const over = new Promise<never>((_resolve, reject) => {
      end = () => {
        reject(new DOMException('The service is silent.', 'TimeoutError'));
      };
    });
    this.#listeners.add(end);
    try {
      return await Promise.race([sending, over]);
    } finally {
      this.#listeners.delete(end);
    }
  }
}

const silences = new WeakMap<FakeService, Silence>();

/**
 * Starts a fake service. It stops with its scope.
 * @param silent how it is silent: `ownProxy()` and `bareProxy()` give up at once, other proxies lose their connection
 */
export async function startFakeService(t: Scope, silent: 'observed' | 'reset' = 'reset'): Promise<FakeService> {
  const service = await FakeService.start(await freePort()); // one check stops it and starts it again on the same port
  t.after(() => service.close());
  const silence = new Silence();
  if (silent === 'observed') silences.set(service, silence);
  const next = service.next.bind(service);
  service.next = (...behaviours) => {
    next(
      ...behaviours.map((behave): Behaviour => {
        if (behave !== silently) return behave;
        if (silent === 'reset') return (response) => response.socket?.resetAndDestroy();
        return () => {
          silence.begin();
        };
      }),
    );
  };
  return service;
}

/** Sends with a time limit that is over when the service is silent. */
const withLimit = (service: FakeService, sending: Promise<Response>): Promise<Response> =>
  silences.get(service)?.during(sending) ?? sending;

/** Signs the order tokens of tests. */
export const TOKEN_SECRET = 'the secret of the tests, of 32 bytes or more';

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
    brands: ['visa'],
    actionOrigins: ['https://acs.example'],
    networksOf: (bin) => (bin === '42424242' ? ['visa', 'dankort'] : undefined),
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
 * Serves a proxy under `/pay` and runs all checks.
 * @param host an address saves a name look-up per request
 * @param last the check to stop after
 */
export async function check(
  t: Scope,
  proxy: Handler,
  settings: Partial<Settings> = {},
  { host = '127.0.0.1', last }: { readonly host?: string | undefined; readonly last?: string | undefined } = {},
): Promise<Finding[]> {
  const listener = createRequestListener((request: Request) => proxy(request));
  const url = new URL(`${await startServer(t, listener)}/pay`);
  url.hostname = host;
  const findings: Finding[] = [];
  for await (const finding of checkProxy({ ...SETTINGS, url, ...settings })) {
    findings.push(finding);
    if (finding.id === last) break;
  }
  return findings;
}

/** Ids of the checks with one of these results. */
export const idsOf = (findings: readonly Finding[], ...results: readonly Finding['result'][]): string[] =>
  findings.filter(({ result }) => results.includes(result)).map(({ id }) => id);
