import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  API_KEY,
  assertProblem,
  keepLog,
  paymentRequest,
  post,
  startMerchant,
  startProxy,
  testProxy,
} from '../../support/node-proxy.js';
import {
  answer,
  closedAddress,
  cutBody,
  redirectTo,
  reset,
  stall,
  stallInBody,
  startRecorder,
  type Behaviour,
  type ReceivedRequest,
} from '../../support/node-servers.js';
import { CVC, IDEMPOTENCY_KEY, PAN, samplePayment } from '../../support/sample-payment.js';

/** What every answer has. */
const SECURITY_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const HTML = { 'Content-Type': 'text/html' };

describe('what the service gets', () => {
  type Settings = Parameters<typeof startMerchant>[1];

  async function received(t: TestContext, settings: Settings = {}, headers = {}): Promise<ReceivedRequest> {
    const { proxyUrl, service } = await startMerchant(t, settings);
    await post(proxyUrl, samplePayment(), headers);
    assert.equal(service.requests.length, 1);
    return service.requests[0] as ReceivedRequest;
  }

  it('one POST /v1/payments', async (t) => {
    const { method, url } = await received(t);
    assert.equal(`${method} ${url}`, 'POST /v1/payments');
  });

  it('the key as "Authorization: Bearer <API_KEY>"', async (t) => {
    assert.equal((await received(t)).headers.authorization, `Bearer ${API_KEY}`);
  });

  it('the key of the proxy even where the page sends another', async (t) => {
    const { headers } = await received(t, {}, { Authorization: 'Bearer from-the-page' });
    assert.equal(headers.authorization, `Bearer ${API_KEY}`);
  });

  it('the payment as the schema has let it through', async (t) => {
    assert.deepEqual(JSON.parse((await received(t)).body), samplePayment());
  });

  for (const [header, value] of [
    ['content-type', 'application/json'],
    ['accept', 'application/json'],
    ['idempotency-key', IDEMPOTENCY_KEY],
  ] as const) {
    it(`${header}: ${value}`, async (t) => {
      assert.equal((await received(t)).headers[header], value);
    });
  }

  for (const header of ['cookie', 'origin', 'referer', 'x-forwarded-for', 'x-custom']) {
    it(`no ${header} from the page`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t);
      const { origin } = new URL(proxyUrl);
      const fromThePage = header === 'origin' ? origin : 'from-the-page';
      await post(proxyUrl, samplePayment(), { [header]: fromThePage });
      assert.equal(service.requests.length, 1);
      assert.equal(service.requests[0]?.headers[header], undefined);
    });
  }

  it('no other header than these and those of the connection, whatever the page sends', async (t) => {
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
      buildRequest: ({ amount, payment_method: { card } }) => [amount, card?.number],
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
    ['/', '/v1/payments'],
    ['//', '/v1/payments'],
    ['/eu/', '/eu/v1/payments'],
    [' \n', '/v1/payments'],
  ] as const) {
    it(`${path} when baseUrl ends with ${JSON.stringify(written)}`, async (t) => {
      const service = await startRecorder(t, answer(200, '{}'));
      const proxyUrl = await startProxy(t, testProxy({ baseUrl: service.url + written }));
      await post(proxyUrl);
      assert.equal(service.requests[0]?.url, path);
    });
  }
});

describe('what is passed back', () => {
  for (const status of [200, 201, 202, 400, 401, 402, 403, 404, 409, 422, 429, 500, 503]) {
    it(`the status ${status} and the JSON body as it came`, async (t) => {
      const text = '{ "amount": 4999.0 }';
      const { proxyUrl } = await startMerchant(t, {}, answer(status, text));
      const response = await post(proxyUrl);
      assert.deepEqual([response.status, await response.text()], [status, text]);
    });
  }

  it('Retry-After', async (t) => {
    const { proxyUrl } = await startMerchant(t, {}, answer(429, '{}', { 'Retry-After': '11' }));
    assert.equal((await post(proxyUrl)).headers.get('Retry-After'), '11');
  });

  for (const [what, sent, passed] of [
    ['as a date that is over', 'Sat, 21 Nov 2015 07:28:00 GMT', '0'],
    ['with a day at most', '999999', '86400'],
    ['never a card number', PAN, '86400'],
    ['not at all when it is no time', API_KEY, null],
    ['not at all when there is more in it', '7; x=1', null],
  ] as const) {
    it(`Retry-After in seconds: ${what}`, async (t) => {
      const { proxyUrl } = await startMerchant(t, {}, answer(503, '{}', { 'Retry-After': sent }));
      assert.equal((await post(proxyUrl)).headers.get('Retry-After'), passed);
    });
  }

  it('and no other header', async (t) => {
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
      ...SECURITY_HEADERS,
    });
  });

  for (const [what, status, body, headers] of [
    ['an empty 200', 200, '', {}],
    ['a 200 with plain text', 200, 'OK', { 'Content-Type': 'text/plain' }],
    ['a refusal with a page', 402, '<h1>Declined</h1>', HTML],
    ['a 500 with a page', 500, '<h1>Stack trace</h1>', HTML],
    ['a 204', 204, '', {}],
  ] as const) {
    it(`${what}: the status without a body`, async (t) => {
      const { proxyUrl } = await startMerchant(t, {}, answer(status, body, headers));
      const response = await post(proxyUrl);
      assert.deepEqual([response.status, await response.text()], [status, '']);
    });
  }
});

describe('what goes wrong on the way to the service', () => {
  const faults: readonly (readonly [what: string, behaviour: Behaviour, code: string])[] = [
    ['an answer cut in the middle', cutBody, 'connection_lost'],
    ['a 200 with half a JSON body', answer(200, '{"id":'), 'unreadable_answer'],
    ['a 200 with a page of another server', answer(200, '<h1>Log in</h1>', HTML), 'unreadable_answer'],
    ['a connection broken after the request was read', reset, 'connection_lost'],
    ['a 304', answer(304), 'unreadable_answer'],
  ];
  for (const [what, behaviour, code] of faults) {
    it(`${what}: 502 ${code}, unknown, sent once`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, {}, behaviour);
      await assertProblem(await post(proxyUrl), 502, code, 'unknown');
      assert.equal(service.requests.length, 1);
    });
  }

  for (const status of [301, 302, 303, 307, 308]) {
    it(`a ${status} is not followed: unknown, and the other server never sees key or card`, async (t) => {
      const other = await startRecorder(t, answer(200, '{}'));
      const { proxyUrl } = await startMerchant(t, {}, answer(status, '', { Location: other.url }));
      await assertProblem(await post(proxyUrl), 502, 'unreadable_answer', 'unknown');
      assert.equal(other.requests.length, 0);
    });
  }

  for (const host of ['localhost', '127.0.0.1']) {
    it(`nobody listens on ${host}: 502 service_unreachable, certainly not charged`, async (t) => {
      const proxyUrl = await startProxy(t, testProxy({ baseUrl: await closedAddress(host) }));
      await assertProblem(await post(proxyUrl), 502, 'service_unreachable', 'not_charged');
    });
  }

  for (const [what, behaviour] of [
    ['no answer', stall],
    ['no whole answer', stallInBody],
  ] as const) {
    it(`${what} in time: 504 timeout, unknown, sent once`, async (t) => {
      let late = new AbortController();
      const impatient = (request: Request) => {
        late = new AbortController(); // for each: one that has fired would hide that it is sent again
        return fetch(request, { signal: late.signal }); // for half a minute
      };
      const { proxyUrl, service } = await startMerchant(t, { fetch: impatient }, (...args) => {
        behaviour(...args);
        setTimeout(() => {
          late.abort(new DOMException('It is late.', 'TimeoutError'));
        }, 150); // from when it has come there, however long that took
      });
      await assertProblem(await post(proxyUrl), 504, 'timeout', 'unknown');
      assert.equal(service.requests.length, 1);
    });
  }

  it('a failure that nobody has thought of: unknown', async (t) => {
    const proxyUrl = await startProxy(t, testProxy({ fetch: () => Promise.reject(new Error('odd')) }));
    await assertProblem(await post(proxyUrl), 502, 'connection_lost', 'unknown');
  });

  const leaky = redirectTo(`https://service.example/?key=${API_KEY}&pan=${PAN}`);
  for (const [what, behaviour] of [...faults, ['a redirect that repeats key and card', leaky] as const]) {
    it(`the page is told nothing of key, card or address: ${what}`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, {}, behaviour);
      const text = await (await post(proxyUrl)).text();
      assert.doesNotMatch(text, new RegExp(`${API_KEY}|${PAN}|\\b${CVC}\\b|${new URL(service.url).port}`));
    });
  }
});

describe('a key that the service refuses', () => {
  for (const status of [401, 403]) {
    it(`${status}: the log says so in one line, which is no more than that`, async (t) => {
      const { logger, lines } = keepLog();
      const { proxyUrl } = await startMerchant(t, { logger }, answer(status, '{}'));
      await post(proxyUrl);
      assert.deepEqual(
        lines.map(({ event, status }) => [event, status]),
        [['key_refused', status]],
      );
    });
  }

  it('is in the log only then: a decline is not', async (t) => {
    const { logger, lines } = keepLog();
    const { proxyUrl } = await startMerchant(t, { logger }, answer(402, '{}'));
    await post(proxyUrl);
    assert.deepEqual(lines, []);
  });
});
