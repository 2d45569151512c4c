import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { createSandbox } from 'payment-widget-testing/sandbox/sandbox';
import {
  API_KEY,
  assertProblem,
  newKey,
  paymentRequest,
  skipPauses,
  startMerchant,
  testProxy,
} from '../../support/node-proxy.js';
import { gate, startServer } from '../../support/node-servers.js';
import { samplePayment } from '../../support/sample-payment.js';

describe('payment through proxy and sandbox', () => {
  it('continues when the page is closed', async (t) => {
    const [arrived, released, gone] = [gate(), gate(), gate()];
    const sandbox = createSandbox();
    const service = createRequestListener(async (request: Request) => {
      arrived.open();
      await released.opened;
      return sandbox.handle(request);
    });
    const proxy = testProxy({ baseUrl: await startServer(t, service), apiKey: sandbox.keys.test });
    const answers: Promise<Response>[] = [];
    const listener = createRequestListener((request: Request) => {
      const answer = proxy(request);
      answers.push(answer);
      return answer;
    });
    const origin = await startServer(t, (request, response) => {
      response.once('close', gone.open);
      listener(request, response);
    });

    const page = new AbortController();
    const payment = fetch(paymentRequest(`${origin}/pay`), { signal: page.signal });
    await arrived.opened;
    page.abort();
    await assert.rejects(payment);
    await gone.opened;
    released.open();

    assert.equal((await answers[0])?.status, 200);
    assert.equal(sandbox.ledger.entries().length, 1);
  });
});

/** Sends nothing: what is wrong with a request is found before. */
const ask = (path: string, init: RequestInit & { duplex?: 'half' } = {}, settings = {}) =>
  testProxy({ allowedOrigins: ['https://shop.example'], ...settings })(new Request(`https://pay.example${path}`, init));

describe('every response', () => {
  const promised = {
    'payments-mode': 'test',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  const payments = '/pay/v1/payments';
  const post = (headers = {}, body = '{}') => ({ method: 'POST', body, headers });
  const json = { 'Content-Type': 'application/json', 'Idempotency-Key': newKey() };

  for (const [status, title, path, init] of [
    [200, undefined, '/pay/config', {}],
    [204, undefined, payments, { method: 'OPTIONS', headers: { Origin: 'https://shop.example' } }],
    [400, 'Bad Request', payments, post({ 'Content-Type': 'application/json' })],
    [403, 'Forbidden', payments, post({ Origin: 'https://evil.example' })],
    [404, 'Not Found', '/pay/v1/refunds', post()],
    [200, undefined, '/pay/attempts', { headers: { 'Idempotency-Key': newKey() } }],
    [405, 'Method Not Allowed', payments, {}],
    [413, 'Content Too Large', payments, post(json, ' '.repeat(20_000))],
    [415, 'Unsupported Media Type', payments, post()],
    [422, 'Unprocessable Content', payments, post(json)],
    [502, 'Bad Gateway', payments, post(json, JSON.stringify(samplePayment()))],
  ] as const) {
    it(`has mode and security headers, and describes an error (RFC 9457): ${status} ${path}`, async (t) => {
      skipPauses(t);
      const response = await ask(path, init);
      const headers = Object.keys(promised).map((name) => [name, response.headers.get(name)]);
      assert.deepEqual([response.status, Object.fromEntries(headers)], [status, promised]);
      if (!title) return;
      assert.equal(response.headers.get('Content-Type'), 'application/problem+json');
      const { detail, ...document } = (await response.json()) as Record<string, unknown>;
      const common = { type: document['type'], title: document['title'], status: document['status'] };
      assert.deepEqual([common, typeof detail], [{ type: 'about:blank', title, status }, 'string']);
    });
  }
});

describe('paths', () => {
  for (const mount of ['', '/pay', '/give']) {
    it(`works at ${mount || '/'} without mountPath`, async () => {
      assert.equal((await ask(`${mount}/config`)).status, 200);
    });
  }

  for (const path of ['/v1', '/attempts', '/config', '/networks', '/frame', '/api%2fpay', '/a:b', '/api/pay']) {
    it(`does not take ${path} for its mount without mountPath`, async () => {
      const response = await ask(`${path}/v1/payments`, { method: 'POST' });
      assert.match(((await response.clone().json()) as { detail: string }).detail, /mountPath/);
      await assertProblem(response, 404, 'not_found', 'not_charged');
    });
  }

  for (const mountPath of ['/', '/pay', '/shop/api/payments-proxy']) {
    const mount = mountPath === '/' ? '' : mountPath;
    const isFound = async (path: string) =>
      !(await (await ask(path, { headers: { 'Idempotency-Key': newKey() } }, { mountPath })).text()).includes(
        'Expected /',
      );
    it(`works at ${mountPath}, and nowhere else`, async () => {
      for (const operation of ['/config', '/attempts', '/v1/payments']) {
        assert.equal(await isFound(mount + operation), true, operation);
        for (const other of [`${mount}/x`, `/x${mount}`, `${mount}${mount || '/pay'}`, `${mount}/`]) {
          assert.equal(await isFound(other + operation), false, other);
        }
      }
    });
  }

  for (const path of [
    '/',
    '/pay/x/v1/payments',
    '/pay//v1/payments',
    '/pay/%2e%2e%2fv1/payments',
    '/v1/payments/',
    '/v1/payments/pay_1',
    '/v1/payments/../refunds',
    '/v1%2fpayments',
    '/V1/PAYMENTS',
    '/attempts/short',
  ]) {
    it(`${path}: 404, nothing sent`, async () => {
      const fetch = () => assert.fail('was sent');
      const response = await ask(path, { method: 'POST', body: JSON.stringify(samplePayment()) }, { fetch });
      await assertProblem(response, 404, 'not_found', 'not_charged');
    });
  }

  it('does not pass a query to the service', async (t) => {
    const { proxyUrl, service } = await startMerchant(t);
    await fetch(`${proxyUrl}/v1/payments?url=https://evil.example`, paymentRequest(proxyUrl));
    assert.equal(service.requests[0]?.url, '/v1/payments');
  });
});

it('GET /config returns the features of the proxy', async () => {
  const config: unknown = await (await ask('/pay/config', {}, { mode: 'live' })).json();
  assert.deepEqual(config, { mode: 'live', idempotency: true, recovery: true, binding: true });
});

it('printing a proxy shows no key', () => {
  const proxy = testProxy({ apiKey: [API_KEY, `${API_KEY}2`] });
  assert.ok(!inspect(proxy, { showHidden: true, getters: true, depth: Infinity }).includes(API_KEY));
});
