import { announce, host, onError, port, proxy } from './shop.mjs';

// #region mount
import { createServer } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';

const pay = createRequestListener((request) => proxy(request), { onError });

const server = createServer((request, response) => {
  if (request.url?.startsWith('/pay/')) return pay(request, response);
  response.writeHead(404).end(); // replace with your pages
});
// #endregion mount
server.listen(port, host, announce);
