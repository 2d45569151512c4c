import type { InterpretResponse } from 'payment-widget/contract/meaning';
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { PaymentError } from 'payment-widget/contract/errors';
import type { PayResult } from 'payment-widget/payment/proxy-request';
import { pay } from 'payment-widget/payment/send-attempt';
import { askAttempt } from 'payment-widget/payment/settle-attempt';
import type { PayOptions, ProxyAddress as Proxy } from 'payment-widget/payment/proxy-request';
import { realClock } from 'payment-widget/contract/clock';
import { loadProxyConfig } from 'payment-widget/payment/proxy-client';
import {
  answer,
  cutBody,
  gate,
  redirectTo,
  reset,
  startRecorder,
  type Behaviour,
  type ReceivedRequest,
} from '../../support/node-servers.js';
import { IDEMPOTENCY_KEY } from '../../support/sample-payment.js';

const BODY = '{"amount":4999}';
const PROBLEM = { 'Content-Type': 'application/problem+json' };
const HTML = { 'Content-Type': 'text/html' };

type Settings = Partial<Pick<PayOptions, 'clock' | 'fetch' | 'interpretResponse' | 'onUnclear'>>;

/** Pays once at a proxy with this behaviour. */
async function payAt(
  t: TestContext,
  behaviour: Behaviour,
  settings: Settings = {},
): Promise<{ result: PayResult; requests: readonly ReceivedRequest[] }> {
  const { url, requests } = await startRecorder(t, behaviour);
  const result = await pay({
    proxyUrl: `${url}/pay`,
    body: BODY,
    idempotencyKey: IDEMPOTENCY_KEY,
    timeout: 600_000,
    ...settings,
  });
  return { result, requests };
}

function errorOf(result: PayResult): PaymentError {
  assert.ok('error' in result, `ended as ${result.outcome}`);
  return result.error;
}

it('a payment is a POST of the given bytes to /v1/payments, with the key and without credentials', async (t) => {
  const { requests } = await payAt(t, answer(200, '{}'));
  const [{ method, url, body, headers } = assert.fail('Nothing was sent.')] = requests;
  assert.deepEqual([`${method} ${url}`, body], ['POST /pay/v1/payments', BODY]);
  assert.deepEqual([headers['content-type'], headers['idempotency-key']], ['application/json', IDEMPOTENCY_KEY]);
  for (const name of ['authorization', 'cookie', 'x-api-key']) assert.equal(headers[name], undefined, name);
});

/** The options of `fetch`. */
const OPTIONS =
  'method headers body mode credentials cache redirect referrer referrerPolicy integrity keepalive signal duplex priority window'.split(
    ' ',
  );

describe('names of fetch options in Object.prototype', () => {
  for (const [what, start] of [
    [
      'a payment',
      (proxy: Proxy) =>
        pay({ ...proxy, body: BODY, idempotencyKey: IDEMPOTENCY_KEY, timeout: 10_000, credentials: 'omit' }),
    ],
    ['/config', loadProxyConfig],
    ['/attempts', (proxy: Proxy) => askAttempt({ ...proxy, idempotencyKey: IDEMPOTENCY_KEY })],
  ] as const) {
    it(`do not reach the request of ${what}`, async () => {
      const requests: unknown[] = [];
      const response = Response.json({});
      const fetch = (_: unknown, init: RequestInit = {}) => {
        const options = init as Readonly<Record<string, unknown>>; // as a dictionary, with what it inherits
        requests.push([
          ...OPTIONS.map((name) => options[name]),
          ...Object.values((init.headers ?? {}) as Record<string, unknown>),
        ]);
        return Promise.resolve(response);
      };
      for (const name of OPTIONS) Reflect.set(Object.prototype, name, 'polluted');
      let ended: Promise<unknown>;
      try {
        ended = start({ proxyUrl: 'https://shop.example/pay', fetch }); // calls fetch at once
      } finally {
        for (const name of OPTIONS) Reflect.deleteProperty(Object.prototype, name);
      }
      await ended;
      const [options] = requests as unknown[][];
      assert.ok(options && !options.includes('polluted') && !options.includes('p'));
    });
  }
});

describe('outcome', () => {
  const notCharged = { outcome: 'not_charged' };

  for (const [what, behaviour, ending] of [
    ['200 with JSON', answer(200, '{"id":"pay_1"}'), 'paid'],
    ['200 cut in the middle', cutBody, 'unknown connection_lost'],
    ['200 with 4 MB of nested JSON', answer(200, '['.repeat(4_000_000)), 'unknown connection_lost'],
    ['503 whose body says not_charged', answer(503, JSON.stringify(notCharged)), 'not_charged service_error'],
    ['a connection broken after the request was read', reset, 'unknown connection_lost'],
  ] as const) {
    it(`${what}: ${ending}, with one request`, async (t) => {
      const { result, requests } = await payAt(t, behaviour);
      const { outcome } = result;
      assert.equal('error' in result ? `${outcome} ${result.error.code}` : outcome, ending);
      assert.equal(requests.length, 1);
    });
  }

  for (const [what, behaviour, times] of [
    ['once for an answer that is not plainly paid', answer(402, '{}'), 1],
    ['not for a payment that is made', answer(200, '{"id":"pay_1"}'), 0],
    ['not for a lost connection, where no file could be loaded', reset, 0],
  ] as const) {
    it(`reports a problem ${what}`, async (t) => {
      const onUnclear = t.mock.fn();
      await payAt(t, behaviour, { onUnclear });
      assert.equal(onUnclear.mock.callCount(), times);
    });
  }

  it('no answer within the time limit: unknown timeout, with one request', async (t) => {
    const arrived = gate();
    const clock = { ...realClock, sleep: () => arrived.opened };
    const { result, requests } = await payAt(t, arrived.open, { clock });
    assert.deepEqual([result.outcome, errorOf(result).code, requests.length], ['unknown', 'timeout', 1]);
  });

  it('does not follow redirects: the other server never receives the card', async (t) => {
    const other = await startRecorder(t, answer(200, '{}'));
    await payAt(t, redirectTo(other.url));
    assert.equal(other.requests.length, 0);
  });
});

describe('result', () => {
  for (const status of [200, 402]) {
    it(`contains the mode of a ${status} answer`, async (t) => {
      const { result } = await payAt(t, answer(status, '{}', { 'Payments-Mode': 'test' }));
      assert.equal(result.mode, 'test');
    });
  }
});

describe('problem document', () => {
  for (const [what, status, document, ending] of [
    ['sets the code', 404, { code: 'unknown_order', outcome: 'not_charged' }, 'not_charged unknown_order'],
    [
      'is ignored when it is amount_changed without an amount',
      409,
      { code: 'amount_changed', outcome: 'not_charged' },
      'not_charged conflict',
    ],
    ['sets a worse outcome', 402, { code: 'timeout', outcome: 'unknown' }, 'unknown timeout'],
  ] as const) {
    it(what, async (t) => {
      const { result } = await payAt(t, answer(status, JSON.stringify(document), PROBLEM));
      assert.equal(`${result.outcome} ${errorOf(result).code}`, ending);
    });
  }
});

describe('interpretResponse', () => {
  const decide = (meaning: unknown) => (() => meaning) as InterpretResponse;

  for (const [status, meaning, ending] of [
    [200, 'pending', 'pending'],
    [200, 'not_charged', 'not_charged declined'],
    [402, 'unknown', 'unknown unexpected_answer'],
  ] as const) {
    it(`turns ${status} into ${ending} with ${String(meaning)}`, async (t) => {
      const { result } = await payAt(t, answer(status, '{}'), { interpretResponse: decide(meaning) });
      const { outcome } = result;
      assert.equal('error' in result ? `${outcome} ${result.error.code}` : outcome, ending);
    });
  }

  it('is not called without a JSON body: an empty gateway error stays unknown', async (t) => {
    const { result } = await payAt(t, answer(502), { interpretResponse: decide('not_charged') });
    assert.equal(`${result.outcome} ${errorOf(result).code}`, 'unknown service_error');
  });

  it('is not called when the proxy says only that the order is paid: the body is not the service’s', async (t) => {
    const paid = answer(200, '{ "state": "paid" }', { 'Idempotency-Replayed': 'true' });
    const { result } = await payAt(t, paid, { interpretResponse: decide('not_charged') });
    assert.equal(result.outcome, 'paid');
  });

  for (const [what, body, headers] of [
    ['another replayed response', '{"state":"refused"}', { 'Idempotency-Replayed': 'true' }],
    ['a response of the service with that body', '{"state":"paid"}', {}],
  ] as const) {
    it(`is called for ${what}`, async (t) => {
      const { result } = await payAt(t, answer(200, body, headers), { interpretResponse: decide('not_charged') });
      assert.equal(result.outcome, 'not_charged');
    });
  }

  it('leaves the outcome unknown when it throws', async (t) => {
    const cause = new Error('no such member');
    const interpretResponse = () => {
      throw cause;
    };
    const { result } = await payAt(t, answer(402, '{}'), { interpretResponse });
    const { code, outcome } = errorOf(result);
    assert.deepEqual(
      { code, outcome, cause: errorOf(result).cause },
      { code: 'unreadable_answer', outcome: 'unknown', cause },
    );
  });
});

describe('proxy configuration', () => {
  async function ask(t: TestContext, behaviour: Behaviour) {
    const { url, requests } = await startRecorder(t, behaviour);
    return { config: await loadProxyConfig({ proxyUrl: `${url}/pay` }), requests };
  }

  for (const [what, behaviour, config] of [
    [
      'contains the members of the document',
      answer(200, '{"mode":"test","idempotency":true}'),
      { mode: 'test', idempotency: true },
    ],
    ['contains the mode of the header', answer(404, '', { 'Payments-Mode': 'live' }), { mode: 'live' }],
    [
      'contains the mode of the header when its own is invalid',
      answer(200, '{"mode":"LIVE"}', { 'Payments-Mode': 'live' }),
      { mode: 'live' },
    ],
    ['is empty after a 404', answer(404, '<h1>Not found</h1>', HTML), { mode: undefined }],
  ] as const) {
    it(what, async (t) => {
      assert.deepEqual((await ask(t, behaviour)).config, config);
    });
  }

  for (const status of [302, 408, 419, 429, 500, 503]) {
    it(`throws on ${status}, so that it can be requested again`, async (t) => {
      await assert.rejects(ask(t, answer(status, '{"mode":"live"}')));
    });
  }
});
