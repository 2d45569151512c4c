import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { createRequestListener } from '@remix-run/node-fetch-server';
import sirv from 'sirv';

/** Files of every shop: the checkout page and the built script, by the folder that has them. */
export const SHOP_FILES: Readonly<Record<string, string>> = {
  '/checkout.html': resolve('test/soak/faults'),
  ...Object.fromEntries(
    readdirSync('dist/browser')
      .filter((file) => file.endsWith('.js'))
      .map((file) => [`/${file}`, resolve('dist/browser')]),
  ),
};

/** As for most pages: browsers may keep them in the back/forward cache, and revalidate them. */
const setHeaders = (response: ServerResponse) => {
  response.setHeader('Cache-Control', 'no-cache');
};

/** A merchant's server: the checkout page with the built widget, and the proxy under `/pay`. */
export function createShop(proxy: (request: Request) => Response | Promise<Response>): RequestListener {
  const pay = createRequestListener((request: Request) => proxy(request));
  const files = Object.entries(SHOP_FILES).map(
    ([path, folder]) => [path, sirv(folder, { dev: true, setHeaders })] as const,
  );
  return (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '', 'http://shop.example');
    const serve = files.find(([path]) => path === pathname)?.[1];
    if (serve) serve(request, response);
    else if (pathname.startsWith('/pay/')) pay(request, response);
    else response.writeHead(404).end();
  };
}
