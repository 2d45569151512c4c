import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { MINIMAL_CSP } from '../tools/strict-page.js';
import { createCheckServer } from './check/check-server.js';
import type { Database } from '../src/sandbox/data/database.js';
import type { Services } from './environment.js';
import { createListener } from '../src/node-server/listener.js';
import { createRenderedPage } from './http/rendered-page.js';
import { redirectTo } from '../src/node-server/listen.js';
import { createEventsServer, type WatchedLedger } from './qa/events-server.js';
import { policyOf } from './qa/policies.js';
import { createQaProxies } from './qa/qa-proxies.js';
import { createScenarioFetch } from './qa/scenario-fetch.js';
import { ScenarioSwitch } from './qa/scenario-switch.js';
import { TrafficRecorder } from './qa/traffic-recorder.js';
import { Account, WEBHOOK_PATH } from './shop/account.js';
import { readChallenge, returnFromBank } from './shop/bank-return.js';
import { findDonation } from './shop/donations.js';
import { Orders } from './shop/orders.js';
import { Proxies } from './shop/proxies.js';
import { createWebhook, type PaymentEvent } from './shop/webhook.js';

export interface ShopOptions {
  readonly services: Services;
  /** Folder of the built pages. */
  readonly pages: string;
  /** The shop's database. */
  readonly database: Database;
  /** The sandbox's ledger; `undefined` with a real service. */
  readonly ledger?: WatchedLedger | undefined;
  /** Serves `/docs/`. */
  readonly documentation?: RequestListener | undefined;
  /** Called for each attempt that a webhook has settled. */
  readonly onSettled?: (event: PaymentEvent) => void;
}

/**
 * The merchant's server: pages, orders, webhooks and the payment proxies `/pay` for orders, `/give` for donations,
 * `/qa/test` and `/qa/live` for the QA page. `/check/run` runs the proxy checker, `/console/` redirects to the sandbox.
 * Uses a Test key if there is one.
 */
export function createShopServer(options: ShopOptions): Server {
  const { services, pages, database, ledger, documentation, onSettled } = options;
  const mode = services.test ? 'test' : 'live';
  const isSandbox = services[mode]?.isSandbox === true;
  const bank = isSandbox ? new URL(services[mode]?.baseUrl ?? '').origin : undefined;
  const orders = new Orders(database, bank);
  const proxies = new Proxies(services, database, async (settled) => {
    await orders.settle(settled);
    recorder.settled(settled);
  });
  const way = isSandbox ? { fetch: createScenarioFetch({ mode }) } : {};
  const proxy = proxies.create(mode, {
    ...way,
    ...(bank && { interpretResponse: readChallenge, actionOrigins: [bank] }),
    orderTokenSecret: orders.tokenSecret,
    resolvePayment: ({ reference }) => orders.find(reference), // the price may have changed since the token was created
  });
  const donations = proxies.create(mode, { ...way, resolvePayment: findDonation });
  const scenarios = new ScenarioSwitch(isSandbox);
  const account = new Account(database);
  const recorder = new TrafficRecorder({ secrets: () => secretsOf(services, account) });
  const qa = createQaProxies({ services, proxies, scenarios, send: recorder.fetch() });
  const webhook = recorder.webhook(
    createWebhook({
      account,
      proxyOf: (mode) => qa.get(mode),
      onSettled: (event) => {
        recorder.resolved(event.data.reference, event.type === 'payment.succeeded' ? 'succeeded' : 'failed');
        onSettled?.(event);
      },
    }),
  );

  const qaPage = createRenderedPage(join(pages, 'qa/index.html'), policyOf('/qa/') ?? '', () =>
    Promise.resolve({ 'bank-origin': bank ?? '' }),
  );
  const routes: Record<string, (request: IncomingMessage, response: ServerResponse) => unknown> = {
    [WEBHOOK_PATH.split('/')[1] ?? '']: createListener((request) =>
      new URL(request.url).pathname === WEBHOOK_PATH ? webhook(request) : new Response(null, { status: 404 }),
    ),
    pay: createListener((request) => proxy(request)),
    give: createListener((request) => donations(request)),
    orders: createListener((request) => orders.handle(request)),
    return: createListener((request) => returnFromBank(request, orders)),
    'qa/scenario': createListener((request) => scenarios.handle(request)),
    ...Object.fromEntries([...qa].map(([mode, proxy]) => [`qa/${mode}`, createListener(recorder.page(proxy))])),
    'check/run': createListener(createCheckServer()),
    'qa/events': createEventsServer({ history: recorder.history, ledger }),
    ...(isSandbox && { console: redirectTo(`${services[mode]?.baseUrl ?? ''}/console/`) }),
    ...(documentation && { docs: documentation }),
    'qa/': qaPage,
    'qa/index.html': qaPage,
    'script-tag/': createRenderedPage(join(pages, 'script-tag/index.html'), MINIMAL_CSP, async () => ({
      'order-token': (await orders.payable(orders.first)).token, // a token expires
    })),
    'script-tag': sirv(pages, {
      dev: true,
      setHeaders: (response) => {
        response.setHeader('Content-Security-Policy', MINIMAL_CSP);
      },
    }),
  };
  const shop = sirv(join(pages, 'shop'), { dev: true });
  const others = sirv(pages, {
    dev: true,
    setHeaders: (response, path) => {
      const policy = policyOf(path, bank);
      if (policy) response.setHeader('Content-Security-Policy', policy);
    },
  });

  const server = createServer((request, response) => {
    const [, first = '', second = ''] = /^\/([^/?]*)\/?([^/?]*)/.exec(request.url ?? '') ?? [];
    const [route] = [`${first}/${second}`, first].flatMap((path) =>
      Object.hasOwn(routes, path) ? [routes[path]] : [],
    );
    if (route) route(request, response);
    else
      shop(request, response, () => {
        others(request, response);
      });
  });
  server.once('close', () => void proxies.close());
  return server;
}

/** Secrets to redact in the event log. */
function secretsOf({ test, live }: Services, account: Account): string[] {
  const all = [test?.apiKey, live?.apiKey, account.webhookSecret('test'), account.webhookSecret('live')];
  return all.filter((secret) => secret !== undefined);
}
