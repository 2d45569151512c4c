import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { sendUpstream } from '../../../src/proxy/upstream.js';
import { pay } from '../../../src/transport/client.js';
import { keepLog, newKey, startMerchant, startProxy, testProxy, testService } from '../../support/node-proxy.js';
import { answer, cutBody, redirectTo, reset, type Behaviour } from '../../support/node-servers.js';
import { samplePayment } from '../../support/sample-payment.js';

const HTML = { 'Content-Type': 'text/html' };
const after = (seconds: number) => ({ 'Retry-After': String(seconds) });

/** Pays once, and tells what the widget makes of it and what the proxy says of the attempt later. */
async function payAt(proxyUrl: string): Promise<readonly [ending: string, state: unknown]> {
  const idempotencyKey = newKey();
  const body = JSON.stringify(samplePayment());
  const result = await pay({ proxyUrl, body, idempotencyKey, timeout: 55_000 });
  const { state } = (await (await fetch(`${proxyUrl}/attempts/${idempotencyKey}`)).json()) as { state: unknown };
  return ['error' in result ? `${result.outcome} ${result.error.code}` : result.outcome, state];
}

describe('what the service answers', () => {
  const rows: readonly (readonly [
    what: string,
    behaviour: Behaviour,
    ending: string,
    state: 'succeeded' | 'failed' | 'unknown',
    sent: number,
  ])[] = [
    ['200 with JSON', answer(200, '{}'), 'paid', 'succeeded', 1],
    ['200 without a body', answer(200), 'paid', 'succeeded', 1],
    ['200 with plain text', answer(200, 'OK', { 'Content-Type': 'text/plain' }), 'paid', 'succeeded', 1],
    ['200 with half a JSON body', answer(200, '{"id":'), 'unknown unreadable_answer', 'unknown', 1],
    ['200 with another page', answer(200, '<h1>Log in</h1>', HTML), 'unknown unreadable_answer', 'unknown', 1],
    ['200 that is cut', cutBody, 'unknown connection_lost', 'unknown', 1],
    ['201', answer(201, '{}'), 'paid', 'succeeded', 1],
    ['202', answer(202, '{}'), 'pending', 'unknown', 1],
    ['204', answer(204), 'unknown unexpected_answer', 'unknown', 1],
    ['a redirect', redirectTo('/elsewhere'), 'unknown unreadable_answer', 'unknown', 1],
    ['303', answer(303, '', { Location: '/elsewhere' }), 'unknown unreadable_answer', 'unknown', 1],
    ['400', answer(400), 'not_charged invalid_request', 'failed', 1],
    ['401', answer(401), 'not_charged not_authorized', 'failed', 1],
    ['402', answer(402), 'not_charged declined', 'failed', 1],
    ['403', answer(403), 'not_charged not_authorized', 'failed', 1],
    ['404', answer(404), 'not_charged not_found', 'failed', 1],
    ['405', answer(405), 'not_charged not_found', 'failed', 1],
    ['408', answer(408), 'unknown timeout', 'unknown', 1],
    ['409', answer(409), 'unknown conflict', 'unknown', 1],
    ['413', answer(413), 'not_charged invalid_request', 'failed', 1],
    ['415', answer(415), 'not_charged invalid_request', 'failed', 1],
    ['422', answer(422), 'not_charged invalid_request', 'failed', 1],
    ['425', answer(425), 'unknown unexpected_answer', 'unknown', 1],
    ['429 that names no time', answer(429), 'not_charged rate_limited', 'failed', 1],
    ['429 with a date for Retry-After', answer(429, '', { 'Retry-After': new Date(0).toUTCString() }), 'not_charged rate_limited', 'failed', 3], // prettier-ignore
    ['429 with a short Retry-After', answer(429, '', after(0)), 'not_charged rate_limited', 'failed', 3],
    ['429 with a Retry-After above 10 s', answer(429, '', after(11)), 'not_charged rate_limited', 'failed', 1],
    ['429 with a Retry-After that makes no sense', answer(429, '', { 'Retry-After': 'soon' }), 'not_charged rate_limited', 'failed', 1], // prettier-ignore
    ['500', answer(500), 'unknown service_error', 'unknown', 1],
    ['501', answer(501), 'unknown service_error', 'unknown', 1],
    ['502', answer(502), 'unknown service_error', 'unknown', 1],
    ['503', answer(503), 'unknown service_error', 'unknown', 1],
    ['503 with Retry-After', answer(503, '', after(0)), 'unknown service_error', 'unknown', 1],
    ['504', answer(504), 'unknown service_error', 'unknown', 1],
    ['nothing: it breaks the connection', reset, 'unknown connection_lost', 'unknown', 1],
  ];
  for (const [what, behaviour, ending, state, sent] of rows) {
    it(`${what}: ${ending}, kept as ${state}, sent ${sent === 1 ? 'once' : `${sent} times`}`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, {}, behaviour);
      assert.deepEqual([...(await payAt(proxyUrl)), service.requests.length], [ending, state, sent]);
    });
  }
});

describe('what fails on the way to the service', () => {
  const rows: readonly (readonly [
    code: string,
    syscall: string | undefined,
    ending: string,
    state: string,
    tries: number,
  ])[] = [
    ['ECONNREFUSED', 'connect', 'not_charged service_unreachable', 'failed', 3],
    ['ETIMEDOUT', 'connect', 'not_charged service_unreachable', 'failed', 3],
    ['UND_ERR_CONNECT_TIMEOUT', undefined, 'not_charged service_unreachable', 'failed', 3],
    ['ENOTFOUND', 'getaddrinfo', 'not_charged service_unreachable', 'failed', 3],
    ['EAI_AGAIN', 'getaddrinfo', 'not_charged service_unreachable', 'failed', 3],
    ['CERT_HAS_EXPIRED', undefined, 'not_charged service_unreachable', 'failed', 1],
    ['ERR_TLS_CERT_ALTNAME_INVALID', undefined, 'not_charged service_unreachable', 'failed', 1],
    ['ERR_SSL_WRONG_VERSION_NUMBER', undefined, 'not_charged service_unreachable', 'failed', 1],
    ['ECONNRESET', 'read', 'unknown connection_lost', 'unknown', 1],
    ['EPIPE', 'write', 'unknown connection_lost', 'unknown', 1],
    ['UND_ERR_SOCKET', undefined, 'unknown connection_lost', 'unknown', 1],
    ['UND_ERR_HEADERS_TIMEOUT', undefined, 'unknown connection_lost', 'unknown', 1],
    ['ODD', undefined, 'unknown connection_lost', 'unknown', 1],
  ];

  /** A network in which nothing but this happens, and how often it did. */
  function failing(code: string, syscall: string | undefined) {
    const cause = Object.assign(new Error(code), { code, syscall });
    const tries: Request[] = [];
    const fetch = (request: Request) => {
      tries.push(request);
      return Promise.reject(new TypeError('fetch failed', { cause }));
    };
    return { fetch, tries };
  }

  for (const [code, syscall, ending, state, times] of rows) {
    it(`${code}: ${ending}, kept as ${state}, tried ${times === 1 ? 'once' : `${times} times`}`, async (t) => {
      const { fetch, tries } = failing(code, syscall);
      const proxyUrl = await startProxy(t, testProxy({ fetch }));
      assert.deepEqual([...(await payAt(proxyUrl)), tries.length], [ending, state, times]);
    });

    it(`${code} is in the log by its name`, async (t) => {
      const { logger, lines } = keepLog();
      await payAt(await startProxy(t, testProxy({ fetch: failing(code, syscall).fetch, logger })));
      const causes = lines.filter(({ event }) => event === 'service_failed').map(({ cause }) => cause);
      assert.deepEqual(causes, Array(times).fill(code));
    });
  }
});

describe('when it is sent again', () => {
  /** Sends on a clock that stands still, at a service that answers 429; `limit` in ms. */
  function sendOn(t: TestContext, limit: number, headers: Record<string, string>) {
    t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    let tries = 0;
    const fetch = () => {
      tries++;
      return Promise.resolve(new Response('{}', { status: 429, headers }));
    };
    const { payment_method: method } = samplePayment();
    const sending = {
      body: '{}',
      card: method.card,
      idempotencyKey: newKey(),
      attempt: 'a',
      limit,
      takeResend: () => Promise.resolve(true),
    };
    void sendUpstream(sending, testService(fetch));
    return async (ms: number) => {
      for (let turn = 0; turn < 5; turn++) await setImmediate();
      t.mock.timers.tick(ms);
      for (let turn = 0; turn < 5; turn++) await setImmediate();
      return tries;
    };
  }

  it('is not before the Retry-After of the service is over', async (t) => {
    const triesAfter = sendOn(t, 30_000, after(7));
    assert.equal(await triesAfter(6999), 1);
  });

  it('is a fifth of that later at most, so that not all come back together', async (t) => {
    const triesAfter = sendOn(t, 30_000, after(7));
    assert.equal(await triesAfter(8400), 2);
  });

  it('is never where too little time would be left for the answer', async (t) => {
    const triesAfter = sendOn(t, 18_000, after(7));
    assert.equal(await triesAfter(18_000), 1);
  });
});
