import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  assertProblem,
  captureLog,
  payAs,
  skipPauses,
  startMerchant,
  startProxy,
  testProxy,
} from '../../support/node-proxy.js';
import { answer, inTurn, reset } from '../../support/node-servers.js';
import { startFaultProxy } from '../../support/fault-proxy.js';

const soon = (status: number, seconds = 0) => answer(status, '{}', { 'Retry-After': String(seconds) });

describe('payment that was certainly not charged', () => {
  it('is sent again after a 429 with a short Retry-After', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, {}, inTurn(soon(429), soon(429), answer(200, '{}')));
    assert.deepEqual([(await payAs(proxyUrl)).status, service.requests.length], [200, 3]);
  });

  it('is tried once when the service does not speak TLS, and logged', async (t) => {
    const { logger, lines } = captureLog();
    let tries = 0;
    const { service } = await startMerchant(t);
    const counting = (request: Request) => {
      tries++;
      return fetch(request);
    };
    const baseUrl = service.url.replace('http:', 'https:');
    const proxyUrl = await startProxy(t, testProxy({ baseUrl, fetch: counting, logger }));
    await assertProblem(await payAs(proxyUrl), 502, 'service_unreachable', 'not_charged');
    assert.equal(tries, 1);
    assert.deepEqual(
      lines.map(({ event, cause }) => [event, cause]),
      [['service_failed', 'ERR_SSL_WRONG_VERSION_NUMBER']],
    );
  });
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

  for (const status of [401, 403, 404, 429]) {
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

describe('broken connection between proxy and service', () => {
  async function merchant(t: TestContext) {
    const { service } = await startMerchant(t, {}, answer(200, '{"id":"pay_1"}'));
    const faults = await startFaultProxy(t, service.url);
    return { faults, service, proxyUrl: await startProxy(t, testProxy({ baseUrl: faults.url })) };
  }

  for (const at of ['before-request', 'within-request', 'after-request', 'after-answer', 'within-answer'] as const) {
    for (const kind of ['reset', 'close'] as const) {
      it(`${kind} ${at}: unknown, then 409, at most one charge`, async (t) => {
        const { faults, service, proxyUrl } = await merchant(t);
        faults.next({ kind, at });
        await assertProblem(await payAs(proxyUrl), 502, 'connection_lost', 'unknown');
        await assertProblem(await payAs(proxyUrl), 409, 'conflict', 'unknown');
        assert.ok(service.requests.length <= 1);
      });
    }
  }
});
