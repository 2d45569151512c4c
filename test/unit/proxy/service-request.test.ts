import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { digestOf } from 'payment-widget/contract/protocol';
import {
  API_KEY,
  assertProblem,
  paymentRequest,
  post,
  startMerchant,
  startProxy,
  testProxy,
} from '../../support/node-proxy.js';
import {
  answer,
  redirectTo,
  reset,
  stall,
  stallInBody,
  startRecorder,
  type ReceivedRequest,
} from '../../support/node-servers.js';
import { CVC, IDEMPOTENCY_KEY, PAN, samplePayment } from '../../support/sample-payment.js';

/** Headers of every answer. */
const SECURITY_HEADERS = {
  vary: 'Origin, Idempotency-Key, Order-Token',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

describe('request to the service', () => {
  type Settings = Parameters<typeof startMerchant>[1];

  async function received(t: TestContext, settings: Settings = {}, headers = {}): Promise<ReceivedRequest> {
    const { proxyUrl, service } = await startMerchant(t, settings);
    await post(proxyUrl, samplePayment(), headers);
    assert.equal(service.requests.length, 1);
    return service.requests[0] as ReceivedRequest;
  }

  it('is one POST with the validated payment, the API key and the key of the attempt', async (t) => {
    const { method, url, body, headers } = await received(t);
    assert.equal(`${method} ${url}`, 'POST /v1/payments');
    assert.deepEqual(JSON.parse(body), samplePayment());
    const { authorization, accept, 'content-type': type, 'idempotency-key': key } = headers;
    assert.deepEqual(
      [authorization, accept, type, key],
      [`Bearer ${API_KEY}`, 'application/json', 'application/json', IDEMPOTENCY_KEY],
    );
  });

  it('has no header of the page', async (t) => {
    const hostile = {
      Authorization: 'Bearer from-the-page',
      Cookie: 'session=7',
      'X-Forwarded-Host': 'evil.example',
      'X-Http-Method-Override': 'DELETE',
      'X-Api-Key': 'from-the-page',
      'Accept-Encoding': 'evil',
      Forwarded: 'for=evil.example',
      'Proxy-Authorization': 'Basic eDp5',
      Range: 'bytes=0-1',
      TE: 'trailers',
      'User-Agent': 'from-the-page',
      Via: '1.1 evil.example',
    };
    const { headers } = await received(t, {}, hostile);
    const ours = ['accept', 'authorization', 'content-type', 'idempotency-key'];
    const ofConnection = ['connection', 'content-length', 'host'];
    const ofFetch = ['accept-encoding', 'accept-language', 'sec-fetch-mode', 'user-agent'];
    assert.deepEqual(
      Object.keys(headers).filter((name) => ![...ours, ...ofConnection, ...ofFetch].includes(name)),
      [],
    );
    assert.doesNotMatch(JSON.stringify(headers), /from-the-page|evil/);
  });

  it('the body that buildRequest makes', async (t) => {
    const { body } = await received(t, {
      buildRequest: ({ amount, payment_method: { card } }) => [amount, card.number],
    });
    assert.equal(body, `[4999,"${PAN}"]`);
  });

  for (const [what, buildRequest] of [
    ['fails', () => JSON.parse('{') as unknown],
    ['gives nothing', () => undefined],
    ['gives a promise', () => Promise.resolve({})],
  ] as const) {
    it(`nothing when buildRequest ${what}: 500, not charged`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, { buildRequest });
      await assertProblem(await post(proxyUrl), 500, 'proxy_error', 'not_charged');
      assert.equal(service.requests.length, 0);
    });
  }

  for (const [written, path] of [
    ['', '/v1/payments'],
    ['//', '/v1/payments'],
    ['/eu/', '/eu/v1/payments'],
  ] as const) {
    it(`goes to ${path} when baseUrl ends with ${JSON.stringify(written)}`, async (t) => {
      const service = await startRecorder(t, answer(200, '{}'));
      const proxyUrl = await startProxy(t, testProxy({ baseUrl: service.url + written }));
      await post(proxyUrl);
      assert.equal(service.requests[0]?.url, path);
    });
  }
});

describe('response to the page', () => {
  for (const status of [200, 402, 503]) {
    it(`has the status ${status} and the unchanged JSON body`, async (t) => {
      const text = '{ "amount": 4999.0 }';
      const { proxyUrl } = await startMerchant(t, {}, answer(status, text));
      const response = await post(proxyUrl);
      assert.deepEqual([response.status, await response.text()], [status, text]);
    });
  }

  for (const [what, sent, passed] of [
    ['a past date is 0', 'Sat, 21 Nov 2015 07:28:00 GMT', '0'],
    ['at most five minutes', '301', '300'],
    ['a card number is five minutes', PAN, '300'],
    ['text is removed', API_KEY, null],
  ] as const) {
    it(`has Retry-After in seconds: ${what}`, async (t) => {
      const { proxyUrl } = await startMerchant(t, {}, answer(503, '{}', { 'Retry-After': sent }));
      assert.equal((await post(proxyUrl)).headers.get('Retry-After'), passed);
    });
  }

  it('has no other header of the service', async (t) => {
    const chatty = {
      'Retry-After': '7',
      'Set-Cookie': 'session=1',
      Server: 'secret/1.0',
      Location: 'https://service.example/pay_1',
      'WWW-Authenticate': 'Bearer',
      'X-Secret': 'x',
      'Cache-Control': 'public, max-age=3600',
      'Access-Control-Allow-Origin': '*',
      'Payments-Mode': 'live',
    };
    const service = await startRecorder(t, answer(200, '{}', chatty));
    const { headers } = await testProxy({ baseUrl: service.url })(paymentRequest('https://shop.example/pay'));
    assert.deepEqual(Object.fromEntries(headers), {
      'content-type': 'application/json',
      'retry-after': '7',
      'payments-mode': 'test',
      'payments-attempt': await digestOf(IDEMPOTENCY_KEY),
      ...SECURITY_HEADERS,
    });
  });
});

describe('failure on the way to the service', () => {
  for (const status of [303, 307]) {
    it(`a ${status} is not followed: unknown, the other server receives nothing`, async (t) => {
      const other = await startRecorder(t, answer(200, '{}'));
      const { proxyUrl } = await startMerchant(t, {}, answer(status, '', { Location: other.url }));
      await assertProblem(await post(proxyUrl), 502, 'unreadable_answer', 'unknown');
      assert.equal(other.requests.length, 0);
    });
  }

  for (const [what, behaviour, moment] of [
    ['no answer', stall, 'request'],
    ['no complete answer', stallInBody, 'answer'],
  ] as const) {
    it(`${what} in time: 504 timeout, unknown, sent once`, async (t) => {
      let timeout = new AbortController();
      const endTime = (now: typeof moment) => {
        if (now === moment) timeout.abort(new DOMException('Too late.', 'TimeoutError'));
      };
      const impatient = async (request: Request) => {
        timeout = new AbortController(); // one per try: an aborted one would hide another try
        const response = await fetch(request, { signal: timeout.signal });
        endTime('answer');
        return response;
      };
      const { proxyUrl, service } = await startMerchant(t, { fetch: impatient }, (...args) => {
        behaviour(...args);
        endTime('request');
      });
      await assertProblem(await post(proxyUrl), 504, 'timeout', 'unknown');
      assert.equal(service.requests.length, 1);
    });
  }

  const leaky = redirectTo(`https://service.example/?key=${API_KEY}&pan=${PAN}`);
  for (const [what, behaviour] of [
    ['a connection reset after the request', reset],
    ['a 200 with a truncated JSON body', answer(200, '{"id":')],
    ['a redirect that contains API key and card', leaky],
  ] as const) {
    it(`the response after ${what} contains neither API key, card nor address`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, {}, behaviour);
      const text = await (await post(proxyUrl)).text();
      assert.doesNotMatch(text, new RegExp(`${API_KEY}|${PAN}|\\b${CVC}\\b|${new URL(service.url).port}`));
    });
  }
});
