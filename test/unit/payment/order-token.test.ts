import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { PaymentOutcome } from 'payment-widget/payment/outcome';
import { ProxyClient } from 'payment-widget/payment/proxy-client';
import { openSession, payRequest, type PermittedSession } from './session.js';

const FIRST = 'eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjF9.Zmlyc3Q';
const RENEWED = 'eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjJ9.cmVuZXdlZA';
const CONFIG = { mode: 'test', recovery: true, idempotency: false };

const platformFetch = globalThis.fetch;
let token: string | undefined;
let proxies = 0;
let proxyUrl = '';
/** Each request as its path and its order token. */
let requests: (readonly [path: string, token: string | null])[] = [];

/** Answers the requests of the page in place of a proxy. */
function serve(respond: (path: string) => Response): void {
  globalThis.fetch = (input, init) => {
    const path = (input as string).slice(proxyUrl.length);
    requests.push([path, new Headers(init?.headers).get('Order-Token')]);
    return Promise.resolve(respond(path));
  };
}

const answerOf = (answers: Record<string, Response>) => (path: string) =>
  answers[path]?.clone() ?? Response.json(path === '/config' ? CONFIG : {});

function start() {
  const proxy = new ProxyClient(
    () => undefined,
    () => token,
  );
  return { proxy, session: openSession(proxy) };
}

async function pay(session: PermittedSession): Promise<PaymentOutcome> {
  const outcome = await session.pay(payRequest({ proxyUrl }));
  session.stopFollowing();
  return outcome;
}

describe('the order token', () => {
  beforeEach(() => {
    token = FIRST;
    requests = [];
    proxyUrl = `https://shop.example/order-token-${proxies++}`;
  });
  afterEach(() => {
    globalThis.fetch = platformFetch;
  });

  it('is sent with the payment, the request for the configuration and the question about an attempt', async () => {
    serve(answerOf({ '/v1/payments': new Response('<h1>Blocked</h1>', { status: 403 }) })); // so that the page asks
    await pay(start().session);
    assert.deepEqual(requests, [
      ['/config', FIRST],
      ['/v1/payments', FIRST],
      ['/attempts', FIRST],
    ]);
  });

  it('is the present one at each request', async () => {
    serve((path) => {
      if (path === '/config') token = RENEWED;
      return answerOf({})(path);
    });
    await pay(start().session);
    assert.deepEqual(requests.at(-1), ['/v1/payments', RENEWED]);
  });

  it('is the one that was checked with the order, whatever the page has set since', async () => {
    serve((path) => {
      if (path === '/config') token = RENEWED;
      return answerOf({})(path);
    });
    await start().session.pay(payRequest({ proxyUrl, checkedToken: FIRST }));
    assert.deepEqual(requests.at(-1), ['/v1/payments', FIRST]);
  });
});

describe('a configuration that the proxy refuses', () => {
  for (const status of [401, 403]) {
    it(`is requested again before a payment, after a ${status}`, async () => {
      proxyUrl = `https://shop.example/order-token-${proxies++}`;
      token = FIRST;
      requests = [];
      let refusals = 1;
      serve((path) => (path === '/config' && refusals-- > 0 ? new Response(null, { status }) : answerOf({})(path)));
      const { proxy, session } = start();
      await proxy.loadConfig(proxyUrl);
      await pay(session);
      globalThis.fetch = platformFetch;
      assert.deepEqual(
        [requests.map(([path]) => path), proxy.capabilities.recovery],
        [['/config', '/config', '/v1/payments'], true],
      );
    });
  }

  it('is requested again at once with a new order token, and not with the same', async () => {
    proxyUrl = `https://shop.example/order-token-${proxies++}`;
    token = FIRST;
    requests = [];
    serve((path) => (token === FIRST ? new Response(null, { status: 403 }) : answerOf({})(path)));
    const { proxy } = start();
    await proxy.loadConfig(proxyUrl);
    await proxy.loadConfig(proxyUrl);
    token = RENEWED;
    await proxy.loadConfig(proxyUrl);
    await proxy.loadConfig(proxyUrl);
    globalThis.fetch = platformFetch;
    assert.deepEqual(
      [requests, proxy.mode],
      [
        [
          ['/config', FIRST],
          ['/config', RENEWED],
        ],
        'test',
      ],
    );
  });
});
