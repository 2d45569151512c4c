import { createServer, request as ask, type RequestListener } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';
import sirv from 'sirv';
import { close, listen } from '../../../src/node-server/listen.js';
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.js';
import { createSandboxServer } from '../../../src/sandbox/server.js';
import { testProxy } from '../../support/node-proxy.js';
import type { Scope } from '../../support/scope.js';

/** The source of a checkout's pages: a folder, or the port of its own server. */
export type Pages = string | number;

/** A merchant's server with a checkout, and our proxy under `/pay` with a sandbox of its own. */
export interface Shop {
  readonly url: string;
  readonly sandbox: Sandbox;
}

/** @param port 0 for any free port */
export async function startShop(t: Scope, pages: Pages, port = 0): Promise<Shop> {
  const sandbox = createSandbox();
  const service = createSandboxServer(sandbox);
  const baseUrl = await listen(service, 0);
  t.after(() => Promise.all([close(service), sandbox.close()]));

  const proxy = testProxy({ baseUrl, apiKey: sandbox.keys.test });
  const pay = createRequestListener((request: Request) => proxy(request));
  const checkout = typeof pages === 'number' ? forwardTo(pages) : files(pages);
  const server = createServer((request, response) => {
    if (request.url === '/favicon.ico') response.writeHead(204).end();
    else if (request.url?.startsWith('/pay/')) pay(request, response);
    else checkout(request, response);
  });
  const url = await listen(server, port);
  t.after(() => close(server));
  return { url, sandbox };
}

function files(folder: string): RequestListener {
  const serve = sirv(folder, { dev: true });
  return (request, response) => {
    serve(request, response);
  };
}

function forwardTo(port: number): RequestListener {
  return (request, response) => {
    const { method, url, headers } = request;
    const onward = ask({ port, method, path: url, headers });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  };
}
