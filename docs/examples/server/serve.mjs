import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';

const folder = new URL('browser/', import.meta.resolve('payment-widget')); // the folder dist/browser of the package

/**
 * Serves the proxy under /pay, the files of the element and one page. Your web framework does this in your shop.
 * @param {(request: Request, client: { address: string }) => Promise<Response>} pay
 * @param {() => string | Promise<string>} page - the HTML of the page
 */
export function serve(pay, page = () => '<!doctype html><title>Shop</title>') {
  const listener = createRequestListener(pay, { onError: () => new Response(null, { status: 400 }) });
  const port = Number(process.env.PORT ?? 3300);
  createServer((request, response) => {
    const { url = '' } = request;
    const [, file] = /^\/payment-widget\/([\w-]+(?:\/[\w-]+)*\.js)$/.exec(url) ?? [];
    if (url.startsWith('/pay/')) void listener(request, response);
    else if (file) void send(response, 'text/javascript', readFile(new URL(file, folder)));
    else if (url === '/') void send(response, 'text/html; charset=utf-8', page());
    else response.writeHead(404).end();
  }).listen(port, () => console.log(`http://localhost:${port}`));
}

async function send(response, type, content) {
  try {
    response.setHeader('Content-Type', type).end(await content);
  } catch {
    response.writeHead(404).end();
  }
}
