import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { ProxyClient } from 'payment-widget/payment/proxy-client';
import { gate } from '../../support/node-servers.js';

const platformFetch = globalThis.fetch;
let proxies = 0;
let proxyUrl = '';
let requests = 0;

/** Answers requests for `/config` in place of a proxy. */
function serve(respond: () => Response | Promise<Response>): void {
  globalThis.fetch = () => {
    requests++;
    return Promise.resolve(respond());
  };
}

const config = (body: object = {}) => Response.json({ mode: 'test', idempotency: true, ...body });

const createClient = (token?: string) =>
  new ProxyClient(
    () => undefined,
    () => token,
  );

describe('the configuration of a proxy', () => {
  beforeEach(() => {
    requests = 0;
    proxyUrl = `https://shop.example/config-${proxies++}`;
  });
  afterEach(() => {
    globalThis.fetch = platformFetch;
  });

  it('is requested once for all forms that appear together', async () => {
    serve(() => config());
    const clients = Array.from({ length: 100 }, () => createClient());
    await Promise.all(clients.map((client) => client.loadConfig(proxyUrl)));
    assert.deepEqual([requests, clients.every(({ mode }) => mode === 'test')], [1, true]);
  });

  it('is requested again before a payment if there was no response', async () => {
    serve(() => new Response(null, { status: 503 }));
    const clients = [createClient(), createClient()];
    await Promise.all(clients.map((client) => client.loadConfig(proxyUrl)));
    serve(() => config());
    await Promise.all(clients.map((client) => client.ensureConfig(proxyUrl) ?? assert.fail('was not requested')));
    assert.deepEqual([requests, clients.map(({ capabilities }) => capabilities.idempotency)], [2, [true, true]]);
  });

  it('of a proxy that the page has left is ignored', async () => {
    const { opened, open } = gate();
    serve(() => opened.then(() => config({ mode: 'live' })));
    const client = createClient();
    const first = client.loadConfig(proxyUrl);
    serve(() => config());
    await client.loadConfig(`${proxyUrl}/other`);
    open();
    await first;
    assert.equal(client.mode, 'test');
  });
});
