import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.js';
import { close, listen } from '../../demo/listen.js';
import { createPaymentProxy } from '../../src/proxy/index.js';
import { createMemoryStore } from '../../src/proxy/attempts/stores/memory.js';
import type { ResolvePayment } from '../../src/proxy/options.js';
import { readBuiltFile } from './built-file.js';

/** The origin of the frame in the example of isolated mode. */
export const PAY_ORIGIN = 'https://pay.shop.example';

/** The pages of `docs/examples` as a merchant would serve them: under a strict policy, with a proxy under `/pay`. */
export interface ExampleShop {
  readonly url: string;
  /** The proxy. Serves the frame of isolated mode for pages of the shop. */
  readonly pay: (request: Request) => Promise<Response>;
  /** The payments service since the last `reset()`. */
  readonly sandbox: Sandbox;
  /** Bodies of the payments that reached the service since the last `reset()`. */
  readonly payments: readonly Record<string, unknown>[];
  /** Starts over: a new service, and a proxy that has seen no payment. */
  reset(server: { readonly resolvePayment: ResolvePayment }): void;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

const FOLDERS: Readonly<Record<string, string>> = { 'payment-widget': 'dist/browser', examples: 'docs/examples' };

/** @param policy `Content-Security-Policy` of the pages */
export async function startExampleShop(policy: string): Promise<ExampleShop> {
  let sandbox = createSandbox();
  let payments: Record<string, unknown>[] = [];
  let proxy: (request: Request) => Promise<Response> = () => Promise.resolve(new Response(null, { status: 503 }));

  async function answer(request: Request): Promise<Response> {
    const [, folder = '', ...rest] = new URL(request.url).pathname.split('/');
    if (folder === 'pay') return proxy(request);
    if (folder === 'favicon.ico') return new Response(null, { status: 204 });
    const path = join(FOLDERS[folder] ?? 'no-such-folder', rest.join('/'));
    const isFile = await stat(path).then(
      (found) => found.isFile(),
      () => false,
    );
    if (!isFile) return new Response(null, { status: 404 });
    const headers = { 'Content-Type': TYPES[extname(path)] ?? 'text/plain', 'Content-Security-Policy': policy };
    return new Response(await readFile(path), { headers });
  }

  const server = createServer(createRequestListener(answer) as (req: IncomingMessage, res: ServerResponse) => void);
  const url = await listen(server, 0);
  return {
    url,
    pay: (request) => proxy(request),
    get sandbox() {
      return sandbox;
    },
    get payments() {
      return payments;
    },
    reset: ({ resolvePayment }) => {
      sandbox = createSandbox();
      payments = [];
      proxy = createPaymentProxy({
        baseUrl: 'https://service.example',
        fetch: async (request) => {
          payments.push((await request.clone().json()) as Record<string, unknown>);
          return sandbox.handle(request);
        },
        apiKey: sandbox.keys.test,
        mode: 'test',
        store: createMemoryStore(),
        resolvePayment,
        frame: { ancestors: [url], files: readBuiltFile },
      });
    },
    close: () => close(server),
  };
}
