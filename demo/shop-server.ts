import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createRequestListener } from '@remix-run/node-fetch-server';
import sirv from 'sirv';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { MINIMAL_CSP } from '../build/strict-page.js';
import { createPaymentProxy } from '../src/proxy/proxy.js';
import { createMemoryStore } from '../src/proxy/stores/memory.js';
import type { Service } from './environment.js';
import { findDonation } from './shop/donations.js';
import { Orders } from './shop/orders.js';

const directory = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The merchant's server: the shop's pages, its orders, and the payment proxies, `/pay` for orders and `/give` for donations. */
export async function createShopServer(service: Service): Promise<{ server: Server; vite: ViteDevServer }> {
  const orders = new Orders();
  // The sandbox forgets its ledger with every start, and so do the proxies of a test. A Live key gets a durable store.
  const common = { ...service, ...(service.mode === 'test' && { store: createMemoryStore() }) };
  const proxy = createPaymentProxy({ ...common, resolvePayment: ({ reference }) => orders.find(reference) });
  const donations = createPaymentProxy({ ...common, resolvePayment: findDonation });

  const routes: Record<string, (request: IncomingMessage, response: ServerResponse) => unknown> = {
    pay: createRequestListener((request: Request) => proxy(request)),
    give: createRequestListener((request: Request) => donations(request)),
    orders: createRequestListener((request: Request) => orders.handle(request)),
    'payment-widget.js': sirv(directory('../dist'), { dev: true }),
    'encryption.js': sirv(directory('../dist'), { dev: true }),
    locales: sirv(directory('../dist'), { dev: true }), // what the script loads from beside it
    'script-tag': sirv(directory('.'), {
      dev: true,
      setHeaders: (response) => {
        response.setHeader('Content-Security-Policy', MINIMAL_CSP);
      },
    }),
  };

  const server = createServer((request, response) => {
    const route = routes[/^\/([^/?]*)/.exec(request.url ?? '')?.[1] ?? ''];
    if (route) route(request, response);
    else vite.middlewares(request, response);
  });
  const vite = await createVite({
    configFile: false,
    root: directory('shop'),
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: { server } },
    // Named, so that none is found late and makes the page reload under a shopper's hands.
    optimizeDeps: {
      include: [
        'card-validator/dist/luhn-10.js',
        'credit-card-type',
        'jose',
        'lit',
        'lit/directives/keyed.js',
        'lit/directives/repeat.js',
        'zod/mini',
      ],
    },
  });
  return { server, vite };
}
