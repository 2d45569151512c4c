import { readFile } from 'node:fs/promises';
import { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { MINIMAL_CSP } from '../tools/strict-page.js';
import type { Mode } from 'payment-widget/contract/protocol';
import { formHtml } from 'payment-widget/form-html';
import type { Services } from './environment.js';
import { createListener } from 'payment-widget-proxy/http/listener';
import { readChallenge } from 'payment-widget-testing/sandbox/challenges';
import { createQaProxies, createScenarioFetch, qaPath, ScenarioSwitch } from './qa/qa-proxies.js';
import { RETURNED } from './qa/settings.js';
import { TrafficRecorder, type WatchedLedger } from './qa/traffic-recorder.js';
import { Orders } from './shop/orders.js';
import { frameFilesOf, Proxies } from './shop/proxies.js';
import { createWebhook, WEBHOOK_PATH } from './shop/webhook.js';

/** A second origin, at which the shop's proxies serve the form. */
interface Isolation {
  /** Listens already, without a handler. */
  readonly payServer: Server;
  readonly payOrigin: string;
  readonly shopOrigin: string;
}

const PAY_ROUTES: readonly string[] = ['pay', 'qa/test', 'qa/live'];

interface ShopOptions {
  readonly services: Services;
  readonly pages: string;
  /** By mode, while the shop is registered at the sandbox. */
  readonly webhookSecrets: Readonly<Partial<Record<Mode, string>>>;
  /** The sandbox's ledger; `undefined` with a real service. */
  readonly ledger?: WatchedLedger | undefined;
  readonly isolation: Isolation;
}

/**
 * The merchant's server: pages, orders, webhooks and the payment proxies `/pay` for orders, `/qa/test` and
 * `/qa/live` for the QA page. `/console/` redirects to the sandbox.
 * Uses a Test key if there is one.
 */
export function createShopServer(options: ShopOptions, server: Server): void {
  const { services, pages, webhookSecrets, ledger, isolation } = options;
  const mode = services.test ? 'test' : 'live';
  const isSandbox = services[mode]?.isSandbox === true;
  const bank = isSandbox ? new URL(services[mode]?.baseUrl ?? '').origin : undefined;
  const orders = new Orders(bank, `${isolation.payOrigin}/pay`);
  const frame = { frame: { ancestors: [isolation.shopOrigin], files: frameFilesOf(pages) } };
  const proxies = new Proxies(services, (settled) => {
    orders.settle(settled);
    recorder.settled(settled);
  });
  const way = isSandbox ? { fetch: createScenarioFetch({ mode }) } : {};
  const proxy = proxies.create(mode, {
    ...way,
    ...frame,
    ...(bank && { interpretResponse: readChallenge, actionOrigins: [bank] }),
    orderTokenSecret: orders.tokenSecret,
    resolvePayment: ({ reference }) => orders.find(reference), // the price may have changed since the token was created
  });
  const scenarios = new ScenarioSwitch();
  const secrets = () => [services.test?.apiKey, services.live?.apiKey, ...Object.values(webhookSecrets)];
  const recorder = new TrafficRecorder(() => secrets().filter((secret) => secret !== undefined), ledger);
  const qa = createQaProxies({
    services,
    proxies,
    scenarios,
    record: (send) => recorder.wrap('service', send),
    ...frame,
  });
  const webhook = recorder.wrap(
    'webhook',
    createWebhook({ secrets: webhookSecrets, proxyOf: (mode) => qa.get(mode), pathOf: qaPath }),
  );

  const shopPage = createRenderedPage(
    join(pages, 'shop/index.html'),
    policyOf('/', bank, isolation.payOrigin) ?? '',
    async ({ searchParams: choices }) => {
      const isIsolated = choices.get('form') === 'isolated';
      return { form: isIsolated ? '' : await formHtml({ lang: choices.get('lang') ?? 'en' }) };
    },
  );
  const qaPage = createRenderedPage(join(pages, 'qa/index.html'), policyOf('/qa/') ?? '', () =>
    Promise.resolve({ 'bank-origin': bank ?? '', 'pay-origin': isolation.payOrigin }),
  );
  const routes: Record<string, (request: IncomingMessage, response: ServerResponse) => unknown> = {
    [WEBHOOK_PATH.split('/')[1] ?? '']: createListener((request) =>
      new URL(request.url).pathname === WEBHOOK_PATH ? webhook(request) : new Response(null, { status: 404 }),
    ),
    pay: createListener((request) => proxy(request)),
    orders: createListener((request) => orders.handle(request)),
    return: createListener((request) => returnFromBank(request, orders)),
    'qa/scenario': createListener((request) => scenarios.handle(request)),
    ...Object.fromEntries([...qa].map(([mode, proxy]) => [`qa/${mode}`, createListener(recorder.wrap('page', proxy))])),
    'qa/events': recorder.handleEvents,
    ...(isSandbox && { console: createListener(() => Response.redirect(`${services[mode]?.baseUrl ?? ''}/console/`)) }),
    '/': shopPage,
    'index.html': shopPage,
    'shop/': shopPage,
    'shop/index.html': shopPage,
    'qa/': qaPage,
    'qa/index.html': qaPage,
    'script-tag/': createRenderedPage(
      join(pages, 'script-tag/index.html'),
      `${MINIMAL_CSP}; style-src 'self'`,
      async () => ({
        'order-token': (await orders.payable(orders.first)).token, // a token expires
      }),
    ),
    'script-tag': sirv(pages, {
      dev: true,
      setHeaders: (response) => {
        response.setHeader('Content-Security-Policy', MINIMAL_CSP);
      },
    }),
  };
  const others = sirv(pages, {
    dev: true,
    setHeaders: (response, path) => {
      const policy = policyOf(path, bank, isolation.payOrigin);
      if (policy) response.setHeader('Content-Security-Policy', policy);
    },
  });

  const findRoute = ({ url = '' }: IncomingMessage, offered: readonly string[] = Object.keys(routes)) => {
    const [, first = '', second = ''] = /^\/([^/?]*)\/?([^/?]*)/.exec(url) ?? [];
    const path = [`${first}/${second}`, first].find((name) => offered.includes(name));
    return path === undefined ? undefined : routes[path];
  };
  isolation.payServer.on('request', (request, response: ServerResponse) => {
    const route = findRoute(request, PAY_ROUTES);
    if (route) route(request, response);
    else response.writeHead(404).end();
  });
  server.on('request', (request, response: ServerResponse) => {
    const route = findRoute(request);
    if (route) route(request, response);
    else others(request, response);
  });
  server.once('close', () => void proxies.close());
}

/**
 * `GET /return?reference=…`: leads from the bank back to the checkout, or to the QA page with an order that the shop does not
 * know. It believes nothing about the outcome: the webhook settles the attempt, and the element asks for it.
 */
function returnFromBank(request: Request, orders: Orders): Response {
  const reference = new URL(request.url).searchParams.get('reference') ?? '';
  const checkout = `/?${new URLSearchParams({ order: reference }).toString()}`;
  const qaPage = `/qa/?${new URLSearchParams({ reference }).toString()}${RETURNED}`;
  return new Response(null, { status: 303, headers: { Location: orders.find(reference) ? checkout : qaPage } });
}

/**
 * Serves a page in which it replaces placeholders, such as `{order-token}`.
 * @param values - returns the value of each placeholder, as HTML
 */
function createRenderedPage(file: string, policy: string, values: (address: URL) => Promise<Record<string, string>>) {
  const render = async (path: string) => {
    const [page, replaced] = await Promise.all([readFile(file, 'utf8'), values(new URL(`http://shop${path}`))]);
    return Object.entries(replaced).reduce((text, [name, value]) => text.replace(`{${name}}`, value), page);
  };
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
  };
  return (request: IncomingMessage, response: ServerResponse): void => {
    render(request.url ?? '').then(
      (page) => response.writeHead(200, headers).end(page),
      () => response.writeHead(404).end(), // the pages are not built, or the address names no language
    );
  };
}

/** Only the QA page may embed its frame. */
const OWN_FRAME = "frame-ancestors 'self'";

const PAGE = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
].join('; ');

/** A typical merchant's page. Allows a proxy at any origin. */
const STAGE = ["script-src 'self'", "object-src 'none'", "base-uri 'none'", OWN_FRAME].join('; ');

/**
 * The `Content-Security-Policy` for a path.
 * @param bank - the origin to which a payment may lead
 * @param frame - the origin of the isolated form
 */
function policyOf(path: string, bank = "'none'", frame = "'none'"): string | undefined {
  const leads = `form-action ${bank}; frame-src ${frame}`;
  if (path === '/') return `${PAGE}; ${leads}`;
  if (/^\/qa(\/|\/index(\.html)?)?$/.test(path))
    return `${PAGE}; frame-src 'self'; form-action 'none'; frame-ancestors 'none'`;
  if (/^\/qa\/stage(\.html)?\/?$/.test(path)) return STAGE;
  if (!/^\/qa\/strict(\.html)?\/?$/.test(path)) return undefined;
  return `${MINIMAL_CSP}; ${OWN_FRAME}; ${leads}`;
}
