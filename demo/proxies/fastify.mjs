import { announce, host, onError, port, proxy } from './shop.mjs';

// #region mount
import { createRequestListener } from '@remix-run/node-fetch-server';
import fastify from 'fastify';

const pay = createRequestListener((request) => proxy(request), { onError });

const app = fastify();
app.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _body, done) => done(null)); // the proxy reads the body
  scope.all('/pay/*', (request, reply) => {
    reply.hijack();
    pay(request.raw, reply.raw);
  });
});
// #endregion mount
await app.listen({ port, host });
announce();
