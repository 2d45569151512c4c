import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { judgeFailure } from '../../../src/proxy/upstream-failure.js';
import { assertProblem, keepLog, payAs, startMerchant, startProxy, testProxy } from '../../support/node-proxy.js';
import { answer, closedAddress, cutBody, inTurn, reset } from '../../support/node-servers.js';
import { startFaultProxy } from '../../faults/fault-proxy.js';

const soon = (status: number, seconds = 0) => answer(status, '{}', { 'Retry-After': String(seconds) });

describe('sent again, since it certainly was not charged', () => {
  it('nobody listens: three tries, then not charged', async (t) => {
    let tries = 0;
    const counting = (request: Request) => {
      tries++;
      return fetch(request);
    };
    const proxyUrl = await startProxy(t, testProxy({ baseUrl: await closedAddress(), fetch: counting }));
    await assertProblem(await payAs(proxyUrl), 502, 'service_unreachable', 'not_charged');
    assert.equal(tries, 3);
  });

  it('429 with a Retry-After that is short: sent when that is over', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, {}, inTurn(soon(429), soon(429), answer(200, '{}')));
    assert.deepEqual([(await payAs(proxyUrl)).status, service.requests.length], [200, 3]);
  });

  it('429 for ever: three tries, then it is passed back', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, {}, soon(429));
    assert.deepEqual([(await payAs(proxyUrl)).status, service.requests.length], [429, 3]);
  });
});

describe('not sent again', () => {
  for (const [what, behaviour] of [
    ['429 with a Retry-After above 10 s', soon(429, 11)],
    ['429 without', answer(429)],
    ['402', soon(402)],
    ['401', soon(401)],
    ['200', answer(200, '{}')],
    ['202', answer(202, '{}')],
    ['408', soon(408)],
    ['409', soon(409)],
    ['500', soon(500)],
    ['503', soon(503)],
    ['a broken connection', reset],
    ['an answer cut in the middle', cutBody],
  ] as const) {
    it(what, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, {}, behaviour);
      await payAs(proxyUrl);
      assert.equal(service.requests.length, 1);
    });
  }

  it('a server that speaks no TLS: not charged, and said in the log', async (t) => {
    const { logger, lines } = keepLog();
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

describe('a service that honours keys', () => {
  const honours = { upstreamHonoursIdempotency: true };

  for (const [what, behaviour] of [
    ['408', soon(408)],
    ['409', soon(409)],
    ['500', soon(500)],
    ['a broken connection', reset],
  ] as const) {
    it(`is asked again with the same key and the same bytes after ${what}`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, honours, inTurn(behaviour, answer(200, '{}')));
      assert.equal((await payAs(proxyUrl)).status, 200);
      const sent = service.requests.map(({ headers, body }) => [headers['idempotency-key'], body]);
      assert.deepEqual([sent.length, sent[1]], [2, sent[0]]);
    });
  }

  it('is asked three times at most', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, honours, soon(500));
    assert.deepEqual([(await payAs(proxyUrl)).status, service.requests.length], [500, 3]);
  });

  for (const status of [401, 403, 404, 429]) {
    it(`a ${status} after a try that is in doubt leaves it in doubt`, async (t) => {
      const { proxyUrl } = await startMerchant(t, honours, inTurn(reset, answer(status, '{}')));
      await assertProblem(await payAs(proxyUrl), 502, 'connection_lost', 'unknown');
    });
  }

  it('a decline after a try that is in doubt is the answer', async (t) => {
    const { proxyUrl } = await startMerchant(t, honours, inTurn(reset, answer(402, '{}')));
    assert.equal((await payAs(proxyUrl)).status, 402);
  });
});

describe('a connection that breaks at exact points between proxy and service', () => {
  async function merchant(t: TestContext) {
    const { service } = await startMerchant(t, {}, answer(200, '{"id":"pay_1"}'));
    const faults = await startFaultProxy(service.url);
    t.after(() => faults.close());
    return { faults, service, proxyUrl: await startProxy(t, testProxy({ baseUrl: faults.url })) };
  }

  for (const at of ['before-request', 'within-request', 'after-request', 'after-answer', 'within-answer'] as const) {
    for (const kind of ['reset', 'close'] as const) {
      it(`${kind} ${at}: unknown, one charge at most, and so it stays`, async (t) => {
        const { faults, service, proxyUrl } = await merchant(t);
        faults.next({ kind, at });
        await assertProblem(await payAs(proxyUrl), 502, 'connection_lost', 'unknown');
        await assertProblem(await payAs(proxyUrl), 409, 'conflict', 'unknown');
        assert.ok(service.requests.length <= 1);
      });
    }
  }
});

describe('what a failure means', () => {
  const failed = (code: string, syscall?: string) =>
    new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code, syscall }) });
  const several = (...errors: TypeError[]) =>
    new TypeError('fetch failed', { cause: new AggregateError(errors.map(({ cause }) => cause)) });

  for (const [error, meaning] of [
    [failed('ECONNREFUSED', 'connect'), 'not_connected'],
    [failed('EHOSTUNREACH', 'connect'), 'not_connected'],
    [failed('ENETUNREACH', 'connect'), 'not_connected'],
    [failed('ETIMEDOUT', 'connect'), 'not_connected'],
    [failed('ENOTFOUND', 'getaddrinfo'), 'not_connected'],
    [failed('EAI_AGAIN', 'getaddrinfo'), 'not_connected'],
    [failed('UND_ERR_CONNECT_TIMEOUT'), 'not_connected'],
    [several(failed('ECONNREFUSED', 'connect'), failed('ETIMEDOUT', 'connect')), 'not_connected'],
    [several(failed('ECONNREFUSED', 'connect'), failed('ECONNRESET', 'read')), 'in_doubt'],
    [failed('CERT_HAS_EXPIRED'), 'not_trusted'],
    [failed('DEPTH_ZERO_SELF_SIGNED_CERT'), 'not_trusted'],
    [failed('SELF_SIGNED_CERT_IN_CHAIN'), 'not_trusted'],
    [failed('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'not_trusted'],
    [failed('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), 'not_trusted'],
    [failed('ERR_TLS_CERT_ALTNAME_INVALID'), 'not_trusted'],
    [failed('ERR_SSL_WRONG_VERSION_NUMBER'), 'not_trusted'],
    [failed('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'), 'not_trusted'],
    [failed('ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC'), 'in_doubt'],
    [failed('ETIMEDOUT', 'read'), 'in_doubt'],
    [failed('EHOSTUNREACH', 'write'), 'in_doubt'],
    [failed('ECONNRESET', 'read'), 'in_doubt'],
    [failed('EPIPE', 'write'), 'in_doubt'],
    [failed('UND_ERR_SOCKET'), 'in_doubt'],
    [failed('UND_ERR_HEADERS_TIMEOUT'), 'in_doubt'],
    [new AggregateError([]), 'in_doubt'],
    [new Error('odd'), 'in_doubt'],
  ] as const) {
    const { cause = error } = error;
    const name = cause instanceof AggregateError ? cause.errors.join() : (cause as Error).message;
    it(`${name}: ${meaning}`, () => {
      assert.equal(judgeFailure(error), meaning);
    });
  }
});
