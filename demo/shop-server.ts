import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createRequestListener } from '@remix-run/node-fetch-server';
import sirv from 'sirv';
import { MINIMAL_CSP } from '../build/strict-page.js';
import { createPaymentProxy } from '../src/proxy/proxy.js';
import { createMemoryStore } from '../src/proxy/stores/memory.js';
import type { Service } from './environment.js';
import { findDonation } from './shop/donations.js';
import { Orders } from './shop/orders.js';

/**
 * The merchant's server: the shop's pages, its orders, and the payment proxies, `/pay` for orders and `/give` for donations.
 * @param pages - the folder of the built pages
 */
export function createShopServer(service: Service, pages: string): Server {
  const orders = new Orders();
  // The sandbox forgets its ledger with every start, and so do the proxies of a test. A Live key gets a durable store.
  const common = { ...service, ...(service.mode === 'test' && { store: createMemoryStore() }) };
  const proxy = createPaymentProxy({ ...common, resolvePayment: ({ reference }) => orders.find(reference) });
  const donations = createPaymentProxy({ ...common, resolvePayment: findDonation });

  const routes: Record<string, (request: IncomingMessage, response: ServerResponse) => unknown> = {
    pay: createRequestListener((request: Request) => proxy(request)),
    give: createRequestListener((request: Request) => donations(request)),
    orders: createRequestListener((request: Request) => orders.handle(request)),
    'script-tag': sirv(pages, {
      dev: true,
      setHeaders: (response) => {
        response.setHeader('Content-Security-Policy', MINIMAL_CSP);
      },
    }),
  };
  const shop = sirv(join(pages, 'shop'), { dev: true });
  const others = sirv(pages, { dev: true });

  return createServer((request, response) => {
    const route = routes[/^\/([^/?]*)/.exec(request.url ?? '')?.[1] ?? ''];
    if (route) route(request, response);
    else
      shop(request, response, () => {
        others(request, response);
      });
  });
}
