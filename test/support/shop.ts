import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { after, before } from 'node:test';
import { createRequestListener } from '@remix-run/node-fetch-server';
import type { Browser, Page } from 'playwright-core';
import { close, listen } from '../../demo/listen.js';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import { createPaymentProxy, type PaymentProxyOptions } from 'payment-widget-proxy';
import { startSandbox, type RunningSandbox } from 'payment-widget-testing/sandbox/start-sandbox';
import { plainName } from '../../tools/files.js';
import { atPay } from './at-pay.js';
import { openBrowser } from './browser.js';
import { gate } from './node-servers.js';

/** Answers requests in place of a proxy. */
export type Answer = (request: Request) => Response | Promise<Response>;

export type ProxyOptions = Partial<PaymentProxyOptions>;

/** Options of a shop, and those of its proxy at `/pay`, such as `mode`. */
export type ShopOptions = ProxyOptions & {
  /** The `Content-Security-Policy` of pages that have none of their own, and of files in `folders`. */
  readonly csp?: string;
  /** Built files that are answered with 404. Their names have no hash. */
  readonly missing?: readonly string[];
  /** Built files whose requests wait for `release()`. */
  readonly hold?: readonly string[];
  /** Further folders, by the first part of their path. */
  readonly folders?: Readonly<Record<string, string>>;
};

export interface PageOptions {
  readonly csp?: string;
  readonly lang?: string;
  /** Called before the page is loaded. */
  readonly prepare?: (page: Page) => unknown;
}

/** A merchant's server with the built files, over HTTP. */
export interface Shop {
  readonly url: string;
  readonly sandbox: RunningSandbox;
  /** Bodies of the payments that its proxies sent to the service. */
  readonly sent: Record<string, unknown>[];
  /** Built files that are answered with 404. */
  readonly missing: Set<string>;
  /** Lets requests for a built file wait. @returns what releases them */
  hold(file: string): () => void;
  /** Releases all files. */
  release(): void;
  /** Adds a page. @returns its path */
  show(page: { readonly html: string; readonly csp?: string | undefined }): string;
  /** Adds a script. @returns its path */
  script(code: string): string;
  /** Mounts another proxy, or a handler in place of one. @returns its path */
  mount(proxy: ProxyOptions | Answer): string;
  /** Answers a request as the server does. */
  answer: Answer;
  /** Amounts that were charged for an order. */
  charges(reference: string): number[];
  /** Forgets all payments, and gives the proxy at `/pay` other options. */
  reset(options?: ProxyOptions): Promise<void>;
  close(): Promise<void>;
}

/** A running shop and a browser. Both exist from the suite's `before` hooks on. */
export interface ShopContext {
  readonly browser: Browser;
  readonly shop: Shop;
  /** Opens a page with the script and a form. */
  open(body: string, options?: PageOptions): Promise<Page>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

const SCRIPT = '<script type="module" src="/payment-widget.js"></script>';

/** A page with the script. */
export const pageWith = (body: string, lang = 'en', script = SCRIPT): string =>
  `<!doctype html><html lang="${lang}"><meta charset="utf-8" /><meta name="viewport" content="width=device-width" />
  <title>Checkout</title>${script}${body}</html>`;

/** For `frame.files`: the tests are not part of the package, whose files the proxy reads by itself. */
export function readBuiltFile(name: string): Response | undefined {
  const path = name === 'integrity.json' ? `dist/${name}` : `dist/browser/${name}`;
  return existsSync(path) ? new Response(readFileSync(path)) : undefined;
}

/** A proxy in front of a sandbox. The test kit has no Live key: Live payments are sent with the Test key. */
export function proxyTo(sandbox: RunningSandbox, options: ProxyOptions = {}, sent: Record<string, unknown>[] = []) {
  const { mode = 'test' } = options;
  return createPaymentProxy({
    baseUrl: sandbox.baseUrl,
    apiKey: sandbox.apiKey.replace('test', mode),
    mode,
    store: createMemoryStore(),
    allowMemoryStore: true,
    limits: { attemptsPerClient: false },
    logger: () => undefined,
    fetch: async (request) => {
      sent.push((await request.clone().json()) as Record<string, unknown>);
      request.headers.set('Authorization', `Bearer ${sandbox.apiKey}`);
      return fetch(request);
    },
    ...(!options.resolvePayment && !options.orderTokenSecret && { trustBrowserAmount: true }),
    ...options,
  } as PaymentProxyOptions);
}

/**
 * Starts a shop and a browser for the tests of a suite or of a file.
 * @param args command line arguments of the browser
 */
export function withShop(options: ShopOptions = {}, args: string[] = []): ShopContext {
  let browser: Browser;
  let shop: Shop;
  before(async () => {
    [browser, shop] = await Promise.all([openBrowser({ args }), startShop(options)]);
  });
  after(async () => {
    await Promise.all([browser.close(), shop.close()]);
  });
  return {
    get browser() {
      return browser;
    },
    get shop() {
      return shop;
    },
    async open(body, { csp, lang, prepare } = {}) {
      const page = await browser.newPage();
      await prepare?.(page);
      await page.goto(shop.url + shop.show({ html: pageWith(body, lang), csp }), { waitUntil: 'commit' });
      return page;
    },
  };
}

/** Starts a shop with the project's own test kit: `/pay` is our proxy in front of the sandbox. */
export async function startShop(options: ShopOptions = {}): Promise<Shop> {
  const { csp: defaultCsp, missing = [], hold = [], folders = {}, ...proxyOptions } = options;
  const sandbox = await startSandbox({ rateLimit: false });
  const sent: Record<string, unknown>[] = [];
  const proxies = new Map<string, Answer>();
  const answers = new Map<string, () => Response>();
  const held = new Map<string, ReturnType<typeof gate>>();
  let count = 0;

  const add = (kind: string, type: string, body: string, csp?: string): string => {
    const path = `/${kind}-${++count}`;
    const headers = { 'Content-Type': TYPES[type] ?? '', ...(csp && { 'Content-Security-Policy': csp }) };
    answers.set(path, () => new Response(body, { headers }));
    return path;
  };

  async function fileAt(path: string): Promise<Response> {
    const [, first = ''] = path.split('/');
    const folder = folders[first];
    const file = path.slice(folder === undefined ? 1 : first.length + 2);
    const name = plainName(file);
    await held.get(name)?.opened;
    const found = join(folder ?? (file === 'lit-html.js' ? 'node_modules/lit-html' : 'dist/browser'), file);
    const type = TYPES[extname(file)];
    if (!type || shop.missing.has(name) || !statSync(found, { throwIfNoEntry: false })?.isFile())
      return new Response(null, { status: 404 });
    const headers = {
      'Content-Type': type,
      'Cache-Control': 'no-store',
      'Access-Control-Allow-Origin': '*', // for pages of other origins
      ...(folder !== undefined && defaultCsp && { 'Content-Security-Policy': defaultCsp }),
    };
    return new Response(readFileSync(found), { headers });
  }

  const shop: Omit<Shop, 'url'> = {
    sandbox,
    sent,
    missing: new Set(missing),
    hold(file) {
      const waiting = gate();
      held.set(file, waiting);
      return () => {
        waiting.open();
        if (held.get(file) === waiting) held.delete(file);
      };
    },
    release() {
      for (const { open } of held.values()) open();
      held.clear();
    },
    show: ({ html, csp = defaultCsp }) => add('page', '.html', html, csp),
    script: (code) => add('script', '.js', code),
    mount(proxy) {
      const name = `proxy-${++count}`;
      proxies.set(name, typeof proxy === 'function' ? proxy : proxyTo(sandbox, proxy, sent));
      return `/${name}`;
    },
    answer(request) {
      const { pathname } = new URL(request.url);
      const [, name = ''] = pathname.split('/');
      const proxy = proxies.get(name);
      if (proxy) return proxy(atPay(request, `/${name}`));
      if (pathname === '/favicon.ico') return new Response(null, { status: 204 });
      return answers.get(pathname)?.() ?? fileAt(pathname);
    },
    charges: (reference) => sandbox.ledger(reference).map(({ amount }) => amount),
    async reset(other) {
      await sandbox.reset();
      sent.length = 0;
      proxies.set('pay', proxyTo(sandbox, { ...proxyOptions, ...other } as ProxyOptions, sent));
    },
    async close() {
      shop.release();
      await Promise.all([close(server), sandbox.close()]);
    },
  };
  for (const file of hold) shop.hold(file);
  await shop.reset();
  const server = createServer(
    createRequestListener(shop.answer) as (req: IncomingMessage, res: ServerResponse) => void,
  );
  return { ...shop, url: await listen(server, 0) };
}
