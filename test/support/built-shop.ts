import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { createSandbox, type Sandbox } from '../../demo/sandbox/sandbox.js';
import { SCRIPT_FILE } from '../../build/script-files.js';
import { close, listen } from '../../demo/listen.js';
import { createPaymentProxy } from '../../src/proxy/proxy.js';
import { createMemoryStore } from '../../src/proxy/stores/memory.js';
import type { Mode } from '../../src/transport/protocol.js';

/** A page of the shop. */
export interface ShopPage {
  readonly html: string;
  /** Its `Content-Security-Policy`, if it has one. */
  readonly csp?: string;
}

/** Answers in the place of a proxy. */
export type Answer = (request: Request) => Response | Promise<Response>;

/** A merchant's server with the built files, over real HTTP. */
export interface BuiltShop {
  readonly url: string;
  readonly sandbox: Sandbox;
  /** Puts a page there and answers its path. */
  show(page: ShopPage): string;
  /** Puts a script there and answers its path. */
  script(code: string): string;
  /** Mounts something in the place of a proxy and answers its path. */
  mount(answer: Answer): string;
  close(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCRIPT_HEADERS = { 'Content-Type': 'text/javascript' };

/** Where a file lies that a page may load, as a merchant would have copied it. */
function folderOf(file: string): string | undefined {
  if (SCRIPT_FILE.test(file)) return 'dist';
  return file === 'lit-html.js' ? 'node_modules/lit-html' : undefined; // one module without imports
}

/** Starts it. `/pay` is our proxy in front of the sandbox, with a Test key; `/live` has a Live key. */
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
    });
  const proxies = new Map<string, Answer>([
    ['pay', proxyOf('test')],
    ['live', proxyOf('live')],
  ]);
  const answers = new Map<string, () => Response>();
  let count = 0;

  const add = (kind: string, response: () => Response): string => {
    const path = `/${kind}-${++count}`;
    answers.set(path, response);
    return path;
  };

  function answer(request: Request): Response | Promise<Response> {
    const { pathname } = new URL(request.url);
    const proxy = proxies.get(pathname.split('/')[1] ?? '');
    if (proxy) return proxy(request);
    if (pathname === '/favicon.ico') return new Response(null, { status: 204 });
    const found = answers.get(pathname);
    if (found) return found();
    const file = pathname.slice(1);
    const folder = folderOf(file);
    if (!folder) return new Response(null, { status: 404 });
    // As from another origin, too: that is what `crossorigin` asks for.
    const headers = { ...SCRIPT_HEADERS, 'Access-Control-Allow-Origin': '*' };
    return new Response(readFileSync(`${ROOT}${folder}/${file}`), { headers });
  }

  const server = createServer(createRequestListener(answer) as (req: IncomingMessage, res: ServerResponse) => void);
  return {
    url: await listen(server, 0),
    sandbox,
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
