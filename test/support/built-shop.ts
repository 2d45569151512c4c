import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { after, before } from 'node:test';
import { createRequestListener } from '@remix-run/node-fetch-server';
import type { Browser } from 'playwright-core';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { close, listen } from '../../demo/listen.js';
import { createPaymentProxy } from '../../src/proxy/index.js';
import { atPay } from './at-pay.js';
import { createMemoryStore } from '../../src/proxy/attempts/stores/memory.js';
import type { Mode } from '../../src/contract/protocol.js';
import { launchChromium, openBrowser } from './browser.js';

/** A page of the shop. */
export interface ShopPage {
  readonly html: string;
  /** Its `Content-Security-Policy`, if it has one. */
  readonly csp?: string;
}

/** Answers requests in place of a proxy. */
export type Answer = (request: Request) => Response | Promise<Response>;

/** A merchant's server with the built files, over HTTP. */
export interface BuiltShop {
  readonly url: string;
  readonly sandbox: Sandbox;
  /** Built files that are answered with 404. */
  readonly missing: Set<string>;
  /** Adds a page. @returns its path */
  show(page: ShopPage): string;
  /** Adds a script. @returns its path */
  script(code: string): string;
  /** Mounts a handler in place of a proxy. @returns its path */
  mount(answer: Answer): string;
  close(): Promise<void>;
}

/** A running shop and a browser. Both exist from the suite's `before` hooks on. */
export interface BuiltShopContext {
  readonly browser: Browser;
  readonly shop: BuiltShop;
}

/**
 * Starts a shop and a browser for the tests of a suite or of a file.
 * @param args command line arguments for a browser that no other file uses
 */
export function withBuiltShop(args: string[] = []): BuiltShopContext {
  let browser: Browser;
  let shop: BuiltShop;
  before(async () => {
    [browser, shop] = await Promise.all([args.length > 0 ? launchChromium({ args }) : openBrowser(), startBuiltShop()]);
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
  };
}

const SCRIPT_HEADERS = { 'Content-Type': 'text/javascript' };

/** The path of a script or style sheet that a page may load. */
function builtFileAt(file: string): string | undefined {
  const path = file === 'lit-html.js' ? 'node_modules/lit-html/lit-html.js' : `dist/browser/${file}`; // without imports
  return /\.(js|css)$/.test(file) && existsSync(path) ? path : undefined;
}

/** `/pay` is our proxy in front of the sandbox, with a Test key; `/live` has a Live key. */
export async function startBuiltShop(): Promise<BuiltShop> {
  const sandbox = createSandbox();
  const proxyOf = (mode: Mode) =>
    createPaymentProxy({
      baseUrl: 'https://service.example',
      fetch: sandbox.handle,
      store: createMemoryStore(),
      allowMemoryStore: true,
      apiKey: sandbox.keys[mode],
      mode,
      trustBrowserAmount: true,
      limits: { attemptsPerClient: false },
    });
  const proxies = new Map<string, Answer>([
    ['pay', proxyOf('test')],
    ['live', proxyOf('live')],
  ]);
  const answers = new Map<string, () => Response>();
  const missing = new Set<string>();
  let count = 0;

  const add = (kind: string, response: () => Response): string => {
    const path = `/${kind}-${++count}`;
    answers.set(path, response);
    return path;
  };

  function answer(request: Request): Response | Promise<Response> {
    const { pathname } = new URL(request.url);
    const name = pathname.split('/')[1] ?? '';
    const proxy = proxies.get(name);
    if (proxy) return proxy(atPay(request, `/${name}`));
    if (pathname === '/favicon.ico') return new Response(null, { status: 204 });
    const found = answers.get(pathname);
    if (found) return found();
    const file = pathname.slice(1);
    const built = missing.has(file) ? undefined : builtFileAt(file);
    if (!built) return new Response(null, { status: 404 });
    const type = file.endsWith('.css') ? { 'Content-Type': 'text/css' } : SCRIPT_HEADERS;
    const headers = { ...type, 'Access-Control-Allow-Origin': '*' }; // for pages of other origins
    return new Response(readFileSync(built), { headers });
  }

  const server = createServer(createRequestListener(answer) as (req: IncomingMessage, res: ServerResponse) => void);
  return {
    url: await listen(server, 0),
    sandbox,
    missing,
    show: ({ html, csp }) =>
      add('page', () => {
        const headers = { 'Content-Type': 'text/html; charset=utf-8', ...(csp && { 'Content-Security-Policy': csp }) };
        return new Response(html, { headers });
      }),
    script: (code) => add('script', () => new Response(code, { headers: SCRIPT_HEADERS })),
    mount: (proxy) => {
      const name = `proxy-${++count}`;
      proxies.set(name, proxy);
      return `/${name}`;
    },
    close: () => close(server),
  };
}
