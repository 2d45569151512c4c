import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Clock } from 'payment-widget/contract/clock';
import type { AttemptStore, PaymentProxyOptions } from 'payment-widget-proxy';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import { sendUpstream } from 'payment-widget-proxy/service/send';
import { pay } from 'payment-widget/payment/send-attempt';
import {
  askAttempt,
  assertProblem,
  captureLog,
  newKey,
  payAs,
  paymentRequest,
  skipPauses,
  startMerchant,
  startProxy,
  testProxy,
  testService,
} from '../../support/node-proxy.js';
import { FakeClock } from '../../support/fake-clock.js';
import { answer, cutBody, inTurn, redirectTo, reset, type Behaviour } from '../../support/node-servers.js';
import { samplePayment } from '../../support/sample-payment.js';

const soon = (status: number) => answer(status, '{}', { 'Retry-After': '0' });
const HTML = { 'Content-Type': 'text/html' };
const after = (seconds: number) => ({ 'Retry-After': String(seconds) });

/** Pays once as the widget does. Returns its outcome and the state that the proxy reports for the attempt. */
async function payAt(proxyUrl: string): Promise<readonly [ending: string, state: unknown]> {
  const idempotencyKey = newKey();
  const body = JSON.stringify(samplePayment());
  const result = await pay({ proxyUrl, body, idempotencyKey, timeout: 55_000 });
  const { state } = (await (await askAttempt(proxyUrl, idempotencyKey)).json()) as { state: unknown };
  return ['error' in result ? `${result.outcome} ${result.error.code}` : result.outcome, state];
}

describe('response of the service', () => {
  const rows: readonly (readonly [
    what: string,
    behaviour: Behaviour,
    ending: string,
    state: 'succeeded' | 'failed' | 'unknown',
    sent: number,
  ])[] = [
    ['200 with JSON', answer(200, '{}'), 'paid', 'succeeded', 1],
    ['200 with plain text', answer(200, 'OK', { 'Content-Type': 'text/plain' }), 'paid', 'succeeded', 1],
    ['200 with half a JSON body', answer(200, '{"id":'), 'unknown unreadable_answer', 'unknown', 1],
    ['200 with an HTML page', answer(200, '<h1>Log in</h1>', HTML), 'unknown unreadable_answer', 'unknown', 1],
    ['200 with JSON, declared as HTML', answer(200, '{"id":"pay_1"}', HTML), 'paid', 'succeeded', 1],
    ['200 with a JSON list, declared as HTML', answer(200, '[{"id":"pay_1"}]', HTML), 'paid', 'succeeded', 1],
    ['200 with half a JSON body, declared as HTML', answer(200, '{"id":', HTML), 'unknown unreadable_answer', 'unknown', 1], // prettier-ignore
    ['200 with a template in an HTML page', answer(200, '{% if %}<h1>Log in</h1>', HTML), 'unknown unreadable_answer', 'unknown', 1], // prettier-ignore
    ['200 cut in the middle', cutBody, 'unknown connection_lost', 'unknown', 1],
    ['202', answer(202, '{}'), 'pending', 'unknown', 1],
    ['204', answer(204), 'unknown unexpected_answer', 'unknown', 1],
    ['a redirect', redirectTo('/elsewhere'), 'unknown unreadable_answer', 'unknown', 1],
    ['401', answer(401), 'not_charged not_authorized', 'failed', 1],
    ['402', answer(402), 'not_charged declined', 'failed', 1],
    ['408', answer(408), 'unknown timeout', 'unknown', 1],
    ['409', answer(409), 'unknown conflict', 'unknown', 1],
    ['429 without Retry-After', answer(429), 'not_charged rate_limited', 'failed', 1],
    ['429 with a date for Retry-After', answer(429, '', { 'Retry-After': new Date(0).toUTCString() }), 'not_charged rate_limited', 'failed', 3], // prettier-ignore
    ['429 with a short Retry-After', answer(429, '', after(0)), 'not_charged rate_limited', 'failed', 3],
    ['429 with a Retry-After above 10 s', answer(429, '', after(11)), 'not_charged rate_limited', 'failed', 1],
    ['500', answer(500), 'unknown service_error', 'unknown', 1],
    ['503 with Retry-After', answer(503, '', after(0)), 'unknown service_error', 'unknown', 1],
    ['a broken connection', reset, 'unknown connection_lost', 'unknown', 1],
  ];
  for (const [what, behaviour, ending, state, sent] of rows) {
    it(`${what}: ${ending}, stored as ${state}, sent ${sent === 1 ? 'once' : `${sent} times`}`, async (t) => {
      skipPauses(t);
      const { proxyUrl, service } = await startMerchant(t, {}, behaviour);
      assert.deepEqual([...(await payAt(proxyUrl)), service.requests.length], [ending, state, sent]);
    });
  }
});

describe('network error on the way to the service', () => {
  const codes = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall });
  const UNREACHABLE = ['not_charged service_unreachable', 'failed'] as const;
  const LOST = ['unknown connection_lost', 'unknown'] as const;

  for (const [cause, [ending, state], tries] of [
    [codes('ECONNREFUSED', 'connect'), UNREACHABLE, 3],
    [codes('EHOSTUNREACH', 'connect'), UNREACHABLE, 3],
    [codes('UND_ERR_CONNECT_TIMEOUT'), UNREACHABLE, 3],
    [codes('EAI_AGAIN', 'getaddrinfo'), UNREACHABLE, 3],
    [new AggregateError([codes('ECONNREFUSED', 'connect'), codes('ETIMEDOUT', 'connect')]), UNREACHABLE, 3],
    [new AggregateError([codes('ECONNREFUSED', 'connect'), codes('ECONNRESET', 'read')]), LOST, 1],
    [codes('CERT_HAS_EXPIRED'), UNREACHABLE, 1],
    [codes('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), UNREACHABLE, 1],
    [codes('ERR_SSL_WRONG_VERSION_NUMBER'), UNREACHABLE, 1],
    [codes('ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC'), LOST, 1],
    [codes('ETIMEDOUT', 'read'), LOST, 1],
    [codes('ECONNRESET', 'read'), LOST, 1],
    [codes('UND_ERR_SOCKET'), LOST, 1],
    [new AggregateError([]), LOST, 1],
    [undefined, LOST, 1],
  ] as const) {
    const errors = (cause instanceof AggregateError ? cause.errors : [cause]) as readonly (
      NodeJS.ErrnoException | undefined
    )[];
    const names = errors.map((error) => error?.code).filter((code) => code !== undefined);
    const title = errors.map((error) => [error?.code, error?.syscall].filter(Boolean).join(' in ')).join(' and ');
    it(`${title || (cause?.name ?? 'no cause')}: ${ending}, stored as ${state}, tried ${tries === 1 ? 'once' : `${tries} times`}, logged`, async (t) => {
      skipPauses(t);
      const { logger, lines } = captureLog();
      let tried = 0;
      const fetch = () => {
        tried++;
        return Promise.reject(new TypeError('fetch failed', { cause }));
      };
      const proxyUrl = await startProxy(t, testProxy({ fetch, logger }));
      assert.deepEqual([...(await payAt(proxyUrl)), tried], [ending, state, tries]);
      const logged = lines.filter(({ event }) => event === 'service_failed').map((line) => line.cause);
      assert.deepEqual(logged, Array(tries).fill(names.join(', ') || 'TypeError'));
    });
  }
});

describe('service that honours idempotency keys', () => {
  const honours = { upstreamHonoursIdempotency: true };

  for (const [what, behaviour] of [
    ['408', soon(408)],
    ['409', soon(409)],
    ['500', soon(500)],
    ['a broken connection', reset],
  ] as const) {
    it(`receives the same key and the same bytes again after ${what}`, async (t) => {
      skipPauses(t);
      const { proxyUrl, service } = await startMerchant(t, honours, inTurn(behaviour, answer(200, '{}')));
      assert.equal((await payAs(proxyUrl)).status, 200);
      const sent = service.requests.map(({ headers, body }) => [headers['idempotency-key'], body]);
      assert.deepEqual([sent.length, sent[1]], [2, sent[0]]);
    });
  }

  for (const status of [400, 401, 403, 404, 422, 429]) {
    it(`a ${status} after an unknown outcome leaves the outcome unknown`, async (t) => {
      skipPauses(t);
      const { proxyUrl } = await startMerchant(t, honours, inTurn(reset, answer(status, '{}')));
      await assertProblem(await payAs(proxyUrl), 502, 'connection_lost', 'unknown');
    });
  }

  it('a decline after an unknown outcome is the result', async (t) => {
    skipPauses(t);
    const { proxyUrl } = await startMerchant(t, honours, inTurn(reset, answer(402, '{}')));
    assert.equal((await payAs(proxyUrl)).status, 402);
  });
});

describe('pause before a retry', () => {
  /** Sends to a service that answers 429 first, and starts the clock. Returns the number of tries, and how long it took. */
  async function send({ limit = 30_000, chance }: { limit?: number; chance: number }) {
    const clock = new FakeClock({ chance: () => chance });
    const start = clock.now();
    let tries = 0;
    const fetch = () => {
      const status = tries++ === 0 ? 429 : 200;
      return Promise.resolve(new Response('{}', { status, headers: { 'Retry-After': '7' } }));
    };
    const { payment_method: method } = samplePayment();
    const sending = {
      body: '{}',
      card: method.card,
      idempotencyKey: newKey(),
      limit,
      takeResend: () => Promise.resolve(true),
    };
    await clock.run(sendUpstream(sending, testService(fetch, clock)), 8400);
    return [tries, clock.now() - start];
  }

  it('is at least the Retry-After of the service', async () => {
    assert.deepEqual(await send({ chance: 0 }), [2, 7000]);
  });

  it('is at most a fifth longer than Retry-After', async () => {
    assert.deepEqual(await send({ chance: 1 }), [2, 8400]);
  });

  it('does not extend the limit if the clock is set back meanwhile', async () => {
    const timers = new FakeClock();
    let back = 0;
    const clock: Clock = {
      now: () => timers.now() - back,
      random: () => 0,
      sleep: (ms, signal) => timers.sleep(ms, signal),
    };
    const start = timers.now();
    let tries = 0;
    const fetch = () => {
      if (tries++ > 0) return new Promise<never>(() => undefined);
      back = 60 * 60_000;
      return Promise.resolve(new Response('{}', { status: 429, headers: { 'Retry-After': '7' } }));
    };
    const { card } = samplePayment().payment_method;
    const takeResend = () => Promise.resolve(true);
    const sending = { body: '{}', card, idempotencyKey: newKey(), limit: 30_000, takeResend };
    await timers.run(sendUpstream(sending, testService(fetch, clock)));
    assert.deepEqual([tries, timers.now() - start], [2, 30_000]);
  });

  it('is not waited for when too little time would be left for the response', async () => {
    assert.deepEqual(await send({ limit: 18_000, chance: 0 }), [1, 0]);
  });
});

describe('a machine that sleeps for a minute just before a payment is sent', () => {
  it('does not send it: it may be settled, and its order paid, meanwhile', async () => {
    const timers = new FakeClock();
    let slept = 0;
    const clock: Clock = {
      now: () => timers.now() + slept,
      random: () => 0,
      sleep: (ms, signal) => timers.sleep(ms, signal),
    };
    let requests = 0;
    const memory = createMemoryStore(clock);
    const store: AttemptStore = {
      ...memory,
      async swap(changes) {
        const isWritten = await memory.swap(changes);
        if (changes.some(({ after }) => after?.includes('"state":"sent"'))) slept = 60_000;
        return isWritten;
      },
    };
    const fetch = () => {
      requests++;
      return Promise.resolve(Response.json({ id: 'pay_1' }));
    };
    const proxy = testProxy({ store, fetch }, clock);
    await assertProblem(await proxy(paymentRequest('https://shop.example/pay')), 503, 'proxy_error', 'not_charged');
    assert.equal(requests, 0);
  });
});

type Interpret = NonNullable<PaymentProxyOptions['interpretResponse']>;

/** Reads the outcome from the body. */
const readBody: Interpret = ({ body }) => (body as { means?: ReturnType<Interpret> }).means;

async function interpreted(t: TestContext, behaviour: Behaviour, interpretResponse: Interpret = readBody) {
  const { proxyUrl, service } = await startMerchant(t, { interpretResponse }, behaviour);
  return { first: await payAs(proxyUrl), service, again: () => payAs(proxyUrl) };
}

describe('interpretResponse', () => {
  for (const [status, means, expected] of [
    [200, 'not_charged', 402],
    [200, 'pending', 202],
    [200, 'unknown', 502],
    [200, 'paid', 200],
    [201, 'paid', 201],
    [200, undefined, 200],
    [422, 'not_charged', 422],
    [500, 'not_charged', 402],
    [500, 'paid', 200],
    [500, undefined, 500],
  ] as const) {
    it(`turns ${status} into ${expected} by returning ${String(means)}`, async (t) => {
      const { first } = await interpreted(t, answer(status, JSON.stringify({ means })));
      assert.equal(first.status, expected);
    });
  }

  it('keeps the order locked by returning unknown', async (t) => {
    const { again, service } = await interpreted(t, answer(200, '{"means":"unknown"}'));
    assert.deepEqual([(await again()).status, service.requests.length], [409, 1]);
  });

  it('leaves the outcome unknown by throwing', async (t) => {
    const { first, again, service } = await interpreted(t, answer(200, '{}'), () => {
      throw new Error('no such member');
    });
    assert.deepEqual([first.status, (await again()).status, service.requests.length], [502, 409, 1]);
  });

  for (const [what, behaviour] of [
    ['a redirect', redirectTo('/elsewhere')],
    ['an HTML page', answer(502, '<h1>Bad Gateway</h1>', { 'Content-Type': 'text/html' })],
    ['truncated JSON', answer(200, '{"means":')],
  ] as const) {
    it(`is not called for ${what}`, async (t) => {
      let asked = 0;
      await interpreted(t, behaviour, () => {
        asked++;
        return undefined;
      });
      assert.equal(asked, 0);
    });
  }
});
