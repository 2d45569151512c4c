import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { request } from 'node:https';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { text } from 'node:stream/consumers';
import { close, listen } from '../../../src/node-server/listen.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { assertFrame } from '../../support/checked-recipe.js';
import { programSettings, startProgram } from '../../support/program.js';
import { createCertificate, startShopNginx } from '../../support/nginx.js';

/** A server that records requests and counts connections. */
async function startCounted(t: TestContext, listener: RequestListener) {
  const requests: IncomingMessage[] = [];
  let connections = 0;
  const server = createServer((incoming, response) => {
    requests.push(incoming);
    listener(incoming, response);
  });
  server.on('connection', () => connections++);
  const url = await listen(server, 0);
  t.after(() => close(server));
  return { url, requests, connections: () => connections };
}

const accept: RequestListener = (incoming, response) => {
  incoming.resume().on('end', () => response.end('{}'));
};

/** Starts nginx before a program and a shop that answer as given. */
async function startBehindNginx(t: TestContext, { program = accept, shop = accept } = {}) {
  const folder = await temporaryFolder(t);
  await createCertificate(folder);
  const servers = { program: await startCounted(t, program), shop: await startCounted(t, shop) };
  const url = await startShopNginx(t, folder, servers.program.url, servers.shop.url);
  const send = async (method: string, path: string) => {
    const outgoing = request(`${url}${path}`, { method, rejectUnauthorized: false }).end();
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    return { status: response.statusCode, headers: response.headers, text: await text(response) };
  };
  return { ...servers, send };
}

describe('nginx before a shop and the program', () => {
  it('keeps its connections to the program', async (t) => {
    const { program, send } = await startBehindNginx(t);
    for (let count = 0; count < 3; count++) await send('POST', '/pay/v1/payments');
    assert.deepEqual([program.requests.length, program.connections()], [3, 1]);
  });

  it('sends a payment once when the program resets a kept connection', async (t) => {
    const { program, send } = await startBehindNginx(t, {
      program: (incoming, response) => {
        if (incoming.method === 'GET') response.end();
        else incoming.resume().on('end', () => response.socket?.resetAndDestroy());
      },
    });
    await send('GET', '/pay/config');
    const { status } = await send('POST', '/pay/v1/payments');
    assert.deepEqual([status, program.requests.map(({ method }) => method)], [502, ['GET', 'POST']]);
  });

  it('names the client and the request', async (t) => {
    const { program, send } = await startBehindNginx(t);
    await send('GET', '/pay/config');
    const { 'x-forwarded-for': client, 'x-request-id': id } = program.requests[0]?.headers ?? {};
    assert.deepEqual([client, /^\w{32}$/.test(String(id))], ['127.0.0.1', true]);
  });

  it('sends the shop everything else, and passes on its policy', async (t) => {
    const policy = "default-src 'none'";
    const { send } = await startBehindNginx(t, {
      shop: (_incoming, response) => response.setHeader('Content-Security-Policy', policy).end('the shop'),
    });
    const { text, headers } = await send('GET', '/orders/order-1042');
    assert.deepEqual([text, headers['content-security-policy']], ['the shop', policy]);
  });

  it('serves the files of the element', async (t) => {
    const { send } = await startBehindNginx(t);
    const { status, headers } = await send('GET', '/payment-widget/payment-widget.js');
    assert.deepEqual([status, headers['content-type']], [200, 'text/javascript']);
  });
});

describe('nginx before the program, at the origin of the frame', () => {
  /** Requests from nginx as a browser does that has resolved the name. */
  async function startBoth(t: TestContext) {
    const folder = await temporaryFolder(t);
    await createCertificate(folder);
    const settings = await programSettings(t, 'http://127.0.0.1:9');
    const program = await startProgram(t, { ...settings, FRAME_ANCESTORS: 'https://shop.example' });
    const url = await startShopNginx(t, folder, program.address, 'http://127.0.0.1:9');
    return async (path: string, headers: Record<string, string> = {}) => {
      const options = { headers: { Host: 'pay.shop.example', ...headers }, rejectUnauthorized: false };
      const outgoing = request(`${url}${path}`, { ...options, servername: 'pay.shop.example' }).end();
      const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
      const body = await text(response);
      const all = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as [string, string]);
      return { status: response.statusCode ?? 0, headers: new Headers(all), text: () => Promise.resolve(body) };
    };
  }

  it('passes on the frame', async (t) => {
    const get = await startBoth(t);
    await assertFrame('/pay', get);
  });

  it('compresses its files', async (t) => {
    const get = await startBoth(t);
    const headers = { 'Accept-Encoding': 'gzip' };
    const file = await get('/pay/frame/0123456789abcdef/payment-widget.js', headers);
    assert.deepEqual([file.status, file.headers.get('Content-Encoding')], [200, 'gzip']);
  });

  it('serves nothing else', async (t) => {
    const get = await startBoth(t);
    assert.equal((await get('/payment-widget/payment-widget.js')).status, 404);
  });
});
