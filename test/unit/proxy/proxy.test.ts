import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { close, listen } from '../../../src/node-server/listen.js';
import { createSandbox } from '../../../src/sandbox/sandbox.js';
import { createSandboxServer } from '../../../src/sandbox/server.js';
import type { PaymentDraft, ResolvePayment } from '../../../src/proxy/index.js';
import {
  API_KEY,
  assertProblem,
  captureLog,
  newKey,
  paymentRequest,
  post,
  skipPauses,
  startMerchant,
  startProxy,
  testProxy,
} from '../../support/node-proxy.js';
import { answer, closedAddress, gate, startServer } from '../../support/node-servers.js';
import { CVC, PAN, samplePayment } from '../../support/sample-payment.js';

describe('payment through proxy and sandbox', () => {
  for (const mode of ['test', 'live'] as const) {
    it(`with a ${mode} key is one entry in the ledger`, async (t) => {
      const sandbox = createSandbox();
      const server = createSandboxServer(sandbox);
      t.after(() => close(server));
      const baseUrl = await listen(server, 0);
      const proxyUrl = await startProxy(t, testProxy({ baseUrl, apiKey: sandbox.keys[mode], mode }));

      const payment = (await (await post(proxyUrl)).json()) as { id: string };

      const entries = sandbox.ledger.entries('order-1042').map(({ id, mode, amount }) => ({ id, mode, amount }));
      assert.deepEqual(entries, [{ id: payment.id, mode, amount: 4999 }]);
    });
  }

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

describe('every response', () => {
  const payments = '/pay/v1/payments';
  const foreign = { Origin: 'https://evil.example' };
  const asking = { method: 'GET' };
  const preflight = { method: 'OPTIONS', headers: { Origin: 'https://shop.example' } };

  const promised = {
    'payments-mode': 'test',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  const pick = ({ headers }: Response) =>
    Object.fromEntries(Object.keys(promised).map((name) => [name, headers.get(name)]));

  for (const [status, path, init] of [
    [200, payments, {}],
    [200, '/pay/config', asking],
    [204, payments, preflight],
    [400, payments, { headers: { 'Content-Type': 'application/json' } }],
    [403, payments, { headers: foreign }],
    [404, '/pay', asking],
    [405, payments, asking],
    [415, payments, { headers: { 'Content-Type': 'text/plain' } }],
    [422, payments, { body: '{}' }],
  ] as const) {
    it(`${status} has the mode and the security headers`, async (t) => {
      const { proxyUrl } = await startMerchant(t, { allowedOrigins: ['https://shop.example'] });
      const right = paymentRequest(proxyUrl);
      const request = 'method' in init ? new Request(right.url, init) : new Request(right, init);
      const response = await fetch(new URL(path, proxyUrl), request);
      assert.deepEqual([response.status, pick(response)], [status, promised]);
    });
  }

  for (const [what, resolvePayment] of [
    ['500', () => Promise.reject(new Error('no database'))],
    ['502', () => ({ amount: 4999, currency: 'EUR' })],
  ] as const) {
    it(`${what} has the mode and the security headers`, async (t) => {
      skipPauses(t);
      const proxyUrl = await startProxy(t, testProxy({ baseUrl: await closedAddress(), resolvePayment }));
      const response = await post(proxyUrl);
      assert.deepEqual([response.status, pick(response)], [Number(what), promised]);
    });
  }
});

describe('problem document (RFC 9457)', () => {
  const json = { 'Content-Type': 'application/json' };
  for (const [status, title, path, init] of [
    [400, 'Bad Request', '/pay/v1/payments', { method: 'POST', headers: json }],
    [403, 'Forbidden', '/pay/v1/payments', { method: 'POST', headers: { ...json, Origin: 'https://evil.example' } }],
    [404, 'Not Found', '/pay/v1/refunds', { method: 'POST', headers: json }],
    [404, 'Not Found', '/pay/attempts', { headers: { 'Idempotency-Key': 'k'.repeat(43) } }],
    [405, 'Method Not Allowed', '/pay/v1/payments', {}],
    [413, 'Content Too Large', '/pay/v1/payments', { body: ' '.repeat(20_000) }],
    [415, 'Unsupported Media Type', '/pay/v1/payments', { method: 'POST', body: 'a=b' }],
    [422, 'Unprocessable Content', '/pay/v1/payments', { body: '{}' }],
  ] as const) {
    it(`${status} ${title} with type, title, status and detail: ${path}`, async (t) => {
      const { proxyUrl } = await startMerchant(t);
      const right = paymentRequest(proxyUrl);
      const request = 'method' in init || !('body' in init) ? new Request(right.url, init) : new Request(right, init);
      const response = await fetch(new URL(path, proxyUrl), request);
      const { detail, ...document } = (await response.json()) as Record<string, unknown>;
      assert.deepEqual(
        [response.headers.get('Content-Type'), response.status, typeof detail],
        ['application/problem+json', status, 'string'],
      );
      assert.deepEqual(
        { type: document['type'], title: document['title'], status: document['status'] },
        { type: 'about:blank', title, status },
      );
    });
  }
});

describe('paths', () => {
  for (const mount of ['', '/pay', '/give']) {
    it(`works at ${mount || '/'} without mountPath`, async () => {
      const proxy = testProxy({ fetch: () => Promise.resolve(Response.json({})) });
      assert.equal((await proxy(new Request(`https://shop.example${mount}/config`))).status, 200);
    });
  }

  for (const path of ['/v1', '/attempts', '/config', '/networks', '/frame', '/api%2fpay', '/a:b', '/api/pay']) {
    it(`does not take ${path} for its mount without mountPath`, async () => {
      const response = await testProxy()(paymentRequest(`https://shop.example${path}`));
      assert.match(((await response.clone().json()) as { detail: string }).detail, /mountPath/);
      await assertProblem(response, 404, 'not_found', 'not_charged');
    });
  }

  for (const [mountPath, mount] of [
    ['/', ''],
    ['/pay', '/pay'],
    ['/shop/api/payments-proxy', '/shop/api/payments-proxy'],
  ] as const) {
    it(`works at ${mountPath}, and nowhere else`, async () => {
      const proxy = testProxy({
        mountPath,
        fetch: () => Promise.resolve(Response.json({})),
        networksOf: () => ['visa'],
        frame: { ancestors: ['https://shop.example'], files: () => new Response('{}') },
      });
      const isFound = async (request: Request) => !(await (await proxy(request)).text()).includes('"not_found"');
      const found = (url: string) =>
        Promise.all([
          isFound(paymentRequest(url)),
          isFound(new Request(`${url}/attempts`, { headers: { 'Idempotency-Key': newKey() } })),
          ...['/config', '/networks/42424242', '/frame', '/frame/0123456789abcdef/a.js'].map((path) =>
            isFound(new Request(url + path)),
          ),
        ]);
      assert.deepEqual(await found(`https://shop.example${mount}`), [true, true, true, true, true, true]);
      for (const other of [
        `${mount}/x`,
        `/x${mount}`,
        `${mount}${mount || '/pay'}`,
        `${mount}/`,
        `/z${mount.slice(2)}`,
      ]) {
        assert.deepEqual(
          await found(`https://shop.example${other}`),
          [false, false, false, false, false, false],
          other,
        );
      }
    });
  }

  for (const path of [
    '/',
    '/pay/x/v1/payments',
    '/pay/pay/v1/payments',
    '/pay//v1/payments',
    '/pay/%2e%2e%2fv1/payments',
    '/pay/x%5cv1/payments',
    '/v1',
    '/v1/payments/',
    '/v1/payments/pay_1',
    '/xv1/payments',
    '/v2/payments',
    '/configuration',
    '/v1/payments/../refunds',
    '/v1/payments%2f..%2frefunds',
    '/v1%2fpayments',
    '/V1/PAYMENTS',
    '/attempts/',
    '/attempts/short',
    '/attempts/../../etc/passwd',
  ]) {
    it(`${path}: 404, nothing sent`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t);
      const response = await fetch(new URL(path, proxyUrl), { method: 'POST', body: JSON.stringify(samplePayment()) });
      await assertProblem(response, 404, 'not_found', 'not_charged');
      assert.equal(service.requests.length, 0);
    });
  }

  it('does not pass a query to the service', async (t) => {
    const { proxyUrl, service } = await startMerchant(t);
    const { origin } = new URL(proxyUrl);
    const url = `${origin}/pay/v1/payments?url=https://evil.example&__proto__[x]=1`;
    await fetch(url, paymentRequest(proxyUrl));
    assert.deepEqual(
      service.requests.map(({ url }) => url),
      ['/v1/payments'],
    );
  });

  it('ignores a query', async (t) => {
    const { proxyUrl } = await startMerchant(t);
    assert.equal((await fetch(`${proxyUrl}/config?shop=1`)).status, 200);
  });
});

describe('GET /config', () => {
  for (const mode of ['test', 'live'] as const) {
    it(`returns the features of a proxy with a ${mode} key`, async (t) => {
      const { proxyUrl } = await startMerchant(t, { mode });
      const config: unknown = await (await fetch(`${proxyUrl}/config`)).json();
      assert.deepEqual(config, { mode, idempotency: true, recovery: true });
    });
  }

  it('sends nothing to the service', async (t) => {
    const { proxyUrl, service } = await startMerchant(t);
    await fetch(`${proxyUrl}/config`);
    assert.equal(service.requests.length, 0);
  });

  it('answers 405 with Allow to POST', async (t) => {
    const { proxyUrl } = await startMerchant(t);
    const response = await fetch(`${proxyUrl}/config`, { method: 'POST', body: '{}' });
    assert.equal(response.headers.get('Allow'), 'GET');
    await assertProblem(response, 405, 'not_found', 'not_charged');
  });
});

describe('resolvePayment', () => {
  const known = { amount: 4999, currency: 'EUR' };

  it('lets a payment with the same price pass', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, { resolvePayment: () => Promise.resolve(known) });
    assert.deepEqual([(await post(proxyUrl)).status, service.requests.length], [200, 1]);
  });

  it('may return the whole order, of which nothing is sent', async (t) => {
    const resolvePayment: ResolvePayment = () => ({ ...known, lines: ['secret'] });
    const { proxyUrl, service } = await startMerchant(t, { resolvePayment });
    await post(proxyUrl);
    assert.deepEqual(JSON.parse(service.requests[0]?.body ?? ''), samplePayment());
  });

  for (const [what, changed] of [
    ['a higher amount', { amount: 5499, currency: 'EUR' }],
    ['a lower amount', { amount: 1, currency: 'EUR' }],
    ['another currency', { amount: 4999, currency: 'USD' }],
  ] as const) {
    it(`rejects a payment after ${what}: 409 with the right price, nothing sent`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, { resolvePayment: () => changed });
      const { amount, currency } = await assertProblem(await post(proxyUrl), 409, 'amount_changed', 'not_charged');
      assert.deepEqual({ amount, currency }, changed);
      assert.equal(service.requests.length, 0);
    });
  }

  it('is asked about a payment without a reference, too', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, { resolvePayment: () => undefined });
    const response = await post(proxyUrl, samplePayment({ reference: undefined }));
    await assertProblem(response, 404, 'unknown_order', 'not_charged');
    assert.equal(service.requests.length, 0);
  });

  for (const nothing of [null, undefined]) {
    it(`rejects an unknown order, ${String(nothing)}: 404, nothing sent`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, { resolvePayment: () => nothing });
      await assertProblem(await post(proxyUrl), 404, 'unknown_order', 'not_charged');
      assert.equal(service.requests.length, 0);
    });
  }

  const failing: readonly (readonly [what: string, resolvePayment: ResolvePayment])[] = [
    [
      'a function that throws',
      () => {
        throw new Error(`no database for ${API_KEY}`);
      },
    ],
    ['a function that rejects', () => Promise.reject(new Error(`no database for ${API_KEY}`))],
    ['an amount with decimals', () => ({ amount: 49.99, currency: 'EUR' })],
    ['an amount as text', () => ({ amount: '4999' as unknown as number, currency: 'EUR' })],
    ['a currency of four letters', () => ({ amount: 4999, currency: 'EURO' })],
  ];
  for (const [what, resolvePayment] of failing) {
    it(`fails with ${what}: 500 without details, nothing sent, one log line`, async (t) => {
      const { logger, lines } = captureLog();
      const { proxyUrl, service } = await startMerchant(t, { resolvePayment, logger });
      const { detail } = await assertProblem(await post(proxyUrl), 500, 'proxy_error', 'not_charged');
      assert.equal(detail, 'The proxy failed. Nothing was sent.');
      assert.equal(service.requests.length, 0);
      assert.deepEqual(
        lines.map(({ event }) => event),
        ['proxy_failed'],
      );
    });
  }

  it('receives the payment without its card', async (t) => {
    const drafts: PaymentDraft[] = [];
    const { proxyUrl } = await startMerchant(t, {
      resolvePayment: (draft) => {
        drafts.push(draft);
        return known;
      },
    });
    const payment = samplePayment({ metadata: { cart: '77' } });
    await post(proxyUrl, payment);
    const { payment_method: _, ...withoutCard } = payment;
    assert.deepEqual(drafts, [withoutCard]);
    assert.doesNotMatch(JSON.stringify(drafts), new RegExp(`${PAN}|\\b${CVC}\\b|cvc|exp_`));
  });

  it('receives the request', async (t) => {
    const resolvePayment: ResolvePayment = (_draft, request) =>
      request.headers.get('Cookie') === 'session=7' ? known : null;
    const { proxyUrl } = await startMerchant(t, { resolvePayment });
    assert.equal((await post(proxyUrl, samplePayment(), { Cookie: 'session=7' })).status, 200);
  });

  it('is not needed with trustBrowserAmount', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, {}, answer(200, '{}'));
    await post(proxyUrl, samplePayment({ amount: 7 }));
    assert.equal((JSON.parse(service.requests[0]?.body ?? '') as { amount: number }).amount, 7);
  });
});
