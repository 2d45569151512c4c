import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { PaymentError } from '../../../src/errors.js';
import { pay, type InterpretResponse, type PayResult } from '../../../src/transport/client.js';
import { loadProxyConfig } from '../../../src/transport/config.js';
import { PAYMENTS_MODE } from '../../../src/transport/protocol.js';
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
import { IDEMPOTENCY_KEY } from '../../support/sample-payment.js';

const BODY = '{"amount":4999}';
const PROBLEM = { 'Content-Type': 'application/problem+json' };
const HTML = { 'Content-Type': 'text/html' };

type Settings = Partial<Pick<Parameters<typeof pay>[0], 'timeout' | 'interpretResponse'>>;

/** Pays once at a proxy that behaves so, and tells what it got. */
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
    timeout: 10_000,
    ...settings,
  });
  return { result, requests };
}

function errorOf(result: PayResult): PaymentError {
  assert.ok('error' in result, `ended as ${result.outcome}`);
  return result.error;
}

describe('what is sent to the proxy', () => {
  async function sent(t: TestContext): Promise<ReceivedRequest> {
    const { requests } = await payAt(t, answer(200, '{}'));
    const [request] = requests;
    assert.ok(request);
    return request;
  }

  it('is a POST to /v1/payments below its address', async (t) => {
    const { method, url } = await sent(t);
    assert.equal(`${method} ${url}`, 'POST /pay/v1/payments');
  });

  it('is the body, byte for byte', async (t) => {
    assert.equal((await sent(t)).body, BODY);
  });

  it('is JSON and says so', async (t) => {
    assert.equal((await sent(t)).headers['content-type'], 'application/json');
  });

  it('names the attempt by its Idempotency-Key', async (t) => {
    assert.equal((await sent(t)).headers['idempotency-key'], IDEMPOTENCY_KEY);
  });

  for (const header of ['authorization', 'cookie', 'x-api-key']) {
    it(`never has the header ${header}`, async (t) => {
      assert.equal((await sent(t)).headers[header], undefined);
    });
  }
});

describe('how an attempt ends', () => {
  const doubt = { outcome: 'not_charged' };

  for (const [what, behaviour, ending] of [
    ['200 with JSON', answer(200, '{"id":"pay_1"}'), 'paid'],
    ['200 without a body', answer(200), 'paid'],
    ['200 with plain text', answer(200, 'OK', { 'Content-Type': 'text/plain' }), 'paid'],
    ['200 cut in the middle', cutBody, 'unknown connection_lost'],
    ['200 with half a JSON body', answer(200, '{"id":'), 'unknown unreadable_answer'],
    ['200 with a page of another server', answer(200, '<h1>Log in</h1>', HTML), 'unknown unreadable_answer'],
    ['201', answer(201, '{}'), 'paid'],
    ['202', answer(202, '{}'), 'pending'],
    ['204', answer(204), 'unknown unexpected_answer'],
    ['302', redirectTo('/elsewhere'), 'unknown unexpected_answer'],
    ['400', answer(400, '{}'), 'not_charged invalid_request'],
    ['401', answer(401, '{}'), 'not_charged not_authorized'],
    ['402', answer(402, '{}'), 'not_charged declined'],
    ['402 with a page', answer(402, '<h1>Declined</h1>', HTML), 'not_charged declined'],
    ['404', answer(404), 'not_charged not_found'],
    ['408', answer(408), 'unknown timeout'],
    ['409', answer(409, '{}'), 'unknown conflict'],
    ['429', answer(429, '{}'), 'not_charged rate_limited'],
    ['500', answer(500, '{}'), 'unknown service_error'],
    ['503 that says itself that nothing was charged', answer(503, JSON.stringify(doubt)), 'not_charged service_error'],
    ['a connection broken after the request was read', reset, 'unknown connection_lost'],
  ] as const) {
    it(`${what}: ${ending}, with one request`, async (t) => {
      const { result, requests } = await payAt(t, behaviour);
      const { outcome } = result;
      assert.equal('error' in result ? `${outcome} ${result.error.code}` : outcome, ending);
      assert.equal(requests.length, 1);
    });
  }

  for (const [what, behaviour] of [
    ['no answer', stall],
    ['an answer that never ends', stallInBody],
  ] as const) {
    it(`${what} until the time is up: unknown timeout, with one request`, async (t) => {
      const { result, requests } = await payAt(t, behaviour, { timeout: 1500 });
      assert.equal(`${result.outcome} ${errorOf(result).code}`, 'unknown timeout');
      assert.equal(requests.length, 1);
    });
  }

  it('nobody listens: unknown connection_lost, since a page cannot tell that from a lost answer', async () => {
    const proxyUrl = await closedAddress();
    const result = await pay({ proxyUrl, body: BODY, idempotencyKey: IDEMPOTENCY_KEY, timeout: 10_000 });
    assert.equal(`${result.outcome} ${errorOf(result).code}`, 'unknown connection_lost');
  });

  it('an answer that cannot be looked into, on a page that breaks what is needed for that: unknown', async () => {
    const odd = Response.json({});
    odd.headers.get = (name) => {
      if (name === PAYMENTS_MODE) throw new Error('Another script is here.');
      return null;
    };
    const fetch = () => Promise.resolve(odd);
    const result = await pay({ proxyUrl: '', body: BODY, idempotencyKey: IDEMPOTENCY_KEY, timeout: 10_000, fetch });
    assert.equal(errorOf(result).code, 'unreadable_answer');
  });

  it('a redirect is not followed: the other server never sees the card', async (t) => {
    const other = await startRecorder(t, answer(200, '{}'));
    await payAt(t, redirectTo(other.url));
    assert.equal(other.requests.length, 0);
  });
});

describe('what an answer tells', () => {
  it('the payment is the body as parsed', async (t) => {
    const { result } = await payAt(t, answer(200, '{"id":"pay_1"}'));
    assert.deepEqual(result, { outcome: 'paid', payment: { id: 'pay_1' }, status: 200, mode: undefined });
  });

  it('the payment is null when there is no body', async (t) => {
    const { result } = await payAt(t, answer(200));
    assert.deepEqual(result, { outcome: 'paid', payment: null, status: 200, mode: undefined });
  });

  for (const status of [200, 402]) {
    it(`the mode is what the answer says, ${status} alike`, async (t) => {
      const { result } = await payAt(t, answer(status, '{}', { 'Payments-Mode': 'test' }));
      assert.equal(result.mode, 'test');
    });
  }

  it('a mode that does not exist is none', async (t) => {
    const { result } = await payAt(t, answer(200, '{}', { 'Payments-Mode': 'sandbox' }));
    assert.equal(result.mode, undefined);
  });

  it('Retry-After is told in seconds', async (t) => {
    const { result } = await payAt(t, answer(429, '{}', { 'Retry-After': '7' }));
    assert.equal(errorOf(result).retryAfter, 7);
  });

  it('the status is told', async (t) => {
    assert.equal(errorOf((await payAt(t, answer(402, '{}'))).result).status, 402);
  });
});

describe('problem documents', () => {
  for (const [what, status, document, ending] of [
    ['name the code', 404, { code: 'unknown_order', outcome: 'not_charged' }, 'not_charged unknown_order'],
    [
      'that ask for another amount without naming it ask for nothing',
      409,
      { code: 'amount_changed', outcome: 'not_charged' },
      'not_charged conflict',
    ],
    [
      'name the outcome',
      502,
      { code: 'service_unreachable', outcome: 'not_charged' },
      'not_charged service_unreachable',
    ],
    ['name an outcome that is worse', 402, { code: 'timeout', outcome: 'unknown' }, 'unknown timeout'],
    ['leave the outcome to the status', 500, { code: 'declined' }, 'unknown declined'],
    ['with a code that is not ours count by their status', 402, { code: 'card_stolen' }, 'not_charged declined'],
    ['that are no such thing count by their status', 500, ['x'], 'unknown service_error'],
    ['with an outcome of their own making count by their status', 500, { outcome: 'fine' }, 'unknown service_error'],
  ] as const) {
    it(what, async (t) => {
      const { result } = await payAt(t, answer(status, JSON.stringify(document), PROBLEM));
      assert.equal(`${result.outcome} ${errorOf(result).code}`, ending);
    });
  }

  it('of another media type may name the outcome but not the code: it may mean another thing there', async (t) => {
    const { result } = await payAt(t, answer(500, '{"code":"amount_changed","outcome":"not_charged"}'));
    assert.equal(`${result.outcome} ${errorOf(result).code}`, 'not_charged service_error');
  });

  it('give the text and, as the cause, the members that we know', async (t) => {
    const document = {
      code: 'amount_changed',
      outcome: 'not_charged',
      detail: 'It went up.',
      amount: 5499,
      currency: 'EUR',
    };
    const { result } = await payAt(t, answer(409, JSON.stringify({ ...document, secret: 'x' }), PROBLEM));
    const { message, cause } = errorOf(result);
    assert.deepEqual({ message, cause }, { message: 'It went up.', cause: document });
  });

  it('never make an attempt in doubt one to try again', async (t) => {
    const { result } = await payAt(t, answer(500, '{"code":"declined"}', PROBLEM));
    assert.equal(errorOf(result).retryable, false);
  });
});

describe('interpretResponse', () => {
  const decide = (meaning: unknown) => (() => meaning) as InterpretResponse;

  for (const [status, meaning, ending] of [
    [200, 'pending', 'pending'],
    [200, 'not_charged', 'not_charged declined'],
    [200, 'unknown', 'unknown unexpected_answer'],
    [500, 'paid', 'paid'],
    [500, 'not_charged', 'not_charged declined'],
    [402, 'unknown', 'unknown unexpected_answer'],
    [200, undefined, 'paid'],
    [402, undefined, 'not_charged declined'],
  ] as const) {
    it(`turns ${status} into ${ending} by saying ${String(meaning)}`, async (t) => {
      const { result } = await payAt(t, answer(status, '{}'), { interpretResponse: decide(meaning) });
      const { outcome } = result;
      assert.equal('error' in result ? `${outcome} ${result.error.code}` : outcome, ending);
    });
  }

  it('decides against the word of the answer itself', async (t) => {
    const interpretResponse = decide('unknown');
    const { result } = await payAt(t, answer(503, '{"outcome":"not_charged"}'), { interpretResponse });
    assert.equal(result.outcome, 'unknown');
  });

  it('reads status, headers and the parsed body', async (t) => {
    const interpretResponse: InterpretResponse = ({ status, headers, body }) => {
      const { state } = body as { state: string };
      return status === 200 && headers.get('X-Bank') === 'down' && state === 'refused' ? 'not_charged' : 'paid';
    };
    const { result } = await payAt(t, answer(200, '{"state":"refused"}', { 'X-Bank': 'down' }), { interpretResponse });
    assert.equal(result.outcome, 'not_charged');
  });

  it('is not asked where there is no JSON body to know: an empty gateway error stays unknown', async (t) => {
    const { result } = await payAt(t, answer(502), { interpretResponse: decide('not_charged') });
    assert.equal(`${result.outcome} ${errorOf(result).code}`, 'unknown service_error');
  });

  it('that throws leaves the outcome unknown, whatever the status', async (t) => {
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

  for (const [what, meaning] of [
    ['a promise, as an async function does', Promise.resolve('paid')],
    ['a word of its own', 'succeeded'],
    ['true', true],
  ] as const) {
    it(`that answers with ${what} leaves the outcome unknown`, async (t) => {
      const { result } = await payAt(t, answer(200, '{}'), { interpretResponse: decide(meaning) });
      assert.deepEqual([result.outcome, errorOf(result).code], ['unknown', 'unreadable_answer']);
    });
  }
});

describe('asking the proxy what it can do', () => {
  async function ask(t: TestContext, behaviour: Behaviour) {
    const { url, requests } = await startRecorder(t, behaviour);
    return { config: await loadProxyConfig(`${url}/pay`), requests };
  }

  it('is a GET of /config below its address, without a key', async (t) => {
    const [request] = (await ask(t, answer(200, '{}'))).requests;
    assert.equal(`${request?.method ?? ''} ${request?.url ?? ''}`, 'GET /pay/config');
    assert.equal(request?.headers.authorization, undefined);
  });

  for (const [what, behaviour, config] of [
    ['tells what it says', answer(200, '{"mode":"test","idempotency":true}'), { mode: 'test', idempotency: true }],
    ['tells the mode of the header', answer(404, '', { 'Payments-Mode': 'live' }), { mode: 'live' }],
    ['and where its own is none', answer(200, '{"mode":"LIVE"}', { 'Payments-Mode': 'live' }), { mode: 'live' }],
    ['a proxy without it declares nothing', answer(404, '<h1>Not found</h1>', HTML), { mode: undefined }],
    ['a page declares nothing', answer(200, '<h1>Shop</h1>', HTML), { mode: undefined }],
    ['a document of another kind declares nothing', answer(200, '{"mode":"prod"}'), { mode: undefined }],
    ['a redirect is not followed and declares nothing', redirectTo('/config'), { mode: undefined }],
  ] as const) {
    it(what, async (t) => {
      assert.deepEqual((await ask(t, behaviour)).config, config);
    });
  }

  it('a member that is wrong does not hide that cards are to be encrypted', async (t) => {
    const { config } = await ask(t, answer(200, '{"mode":"TEST","recovery":1,"encryption_key":"k"}'));
    assert.equal(config.encryption_key, 'k');
  });

  it('a member that is wrong does not hide that this is Live', async (t) => {
    const { config } = await ask(t, answer(200, '{"mode":"live","idempotency":"yes"}'));
    assert.equal(config.mode, 'live');
  });

  for (const status of [408, 429, 500, 503]) {
    it(`throws on ${status}, which says nothing about the proxy, so that it can be asked again`, async (t) => {
      await assert.rejects(ask(t, answer(status, '{"mode":"live"}')));
    });
  }

  it('throws when no answer came, so that it can be asked again', async () => {
    await assert.rejects(loadProxyConfig(await closedAddress()));
  });
});
