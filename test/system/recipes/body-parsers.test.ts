import assert from 'node:assert/strict';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createRequestListener } from '@remix-run/node-fetch-server';
import type { PaymentProxy } from '../../../src/proxy/index.js';
import { assertProblem, captureLog, payAs, testProxy } from '../../support/node-proxy.js';
import { startServer } from '../../support/node-servers.js';

/** Frameworks as the recipes install them. They are not dependencies of this package, hence without types. */
const load = createRequire(join(process.cwd(), 'demo/proxies/package.json'));

type Use = (...args: unknown[]) => void;
const express = load('express') as (() => RequestListener & { use: Use; all: Use }) & { json: () => unknown };
const fastify = load('fastify') as () => {
  all: (
    path: string,
    run: (request: { raw: IncomingMessage }, reply: { raw: ServerResponse; hijack(): void }) => void,
  ) => void;
  listen: (options: object) => Promise<string>;
  server: { closeAllConnections: () => void };
  close: () => Promise<void>;
};
const listenerOf = (proxy: PaymentProxy): RequestListener =>
  createRequestListener((request: Request) => proxy(request));

/** Servers whose body parser runs before the proxy. */
const SERVERS: Readonly<Record<string, (t: TestContext, proxy: PaymentProxy) => Promise<string>>> = {
  'Express with express.json()': (t, proxy) => startServer(t, expressWith(express.json(), listenerOf(proxy))),
  'Fastify with its own parser': async (t, proxy) => {
    const app = fastify();
    const pay = listenerOf(proxy);
    app.all('/pay/*', (request, reply) => {
      reply.hijack();
      pay(request.raw, reply.raw);
    });
    t.after(() => {
      app.server.closeAllConnections();
      return app.close();
    });
    return app.listen({ port: 0, host: '127.0.0.1' });
  },
};

function expressWith(...handlers: unknown[]): RequestListener {
  const app = express();
  const last = handlers.pop();
  for (const handler of handlers) app.use(handler);
  app.all('/pay/*path', last);
  return app;
}

describe('a body parser in front of the proxy is reported:', () => {
  for (const [name, start] of Object.entries(SERVERS)) {
    it(name, async (t) => {
      const { logger, lines } = captureLog();
      const url = await start(t, testProxy({ logger }));
      await assertProblem(await payAs(`${url}/pay`), 500, 'body_already_read', 'not_charged');
      assert.deepEqual(
        lines.map(({ event, code }) => [event, code]),
        [['requests_refused', 'body_already_read']],
      );
    });
  }
});
