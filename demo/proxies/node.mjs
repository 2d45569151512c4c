import { createServer } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { announce, host, onError, port, proxy } from './shop.mjs';

const pay = createRequestListener((request) => proxy(request), { onError });

createServer((request, response) => {
  if (request.url?.startsWith('/pay/')) return pay(request, response);
  response.writeHead(404).end(); // replace with your pages; the checkout page contains await renderCheckout(reference)
}).listen(port, host, announce);
