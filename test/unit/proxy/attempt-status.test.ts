import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attemptReport } from '../../../tools/response-schemas.js';
import type { Problem } from 'payment-widget/contract/parse-report';
import { failingStore } from '../../support/failing-store.js';
import { askAttempt, readReport, assertProblem, newKey, payAs, startMerchant } from '../../support/node-proxy.js';
import { answer, gate, reset } from '../../support/node-servers.js';

const PAID = { id: 'pay_1' };
const UNKNOWN = { code: 'attempt_unknown', outcome: 'unknown' };

/** The order of the sample payment. */
const ORDER = { reference: 'order-1042', amount: 4999, currency: 'EUR' };

describe('GET /attempts', () => {
  for (const [what, behaviour, expected] of [
    ['paid', answer(200, JSON.stringify(PAID)), { state: 'succeeded', status: 200, payment: PAID }],
    ['accepted', answer(202, JSON.stringify(PAID)), { state: 'unknown', status: 202, payment: PAID }],
    [
      'declined',
      answer(402, '{"reason":"secret"}'),
      { state: 'failed', status: 402, error: { code: 'declined', outcome: 'not_charged' } },
    ],
    ['unknown after a 500', answer(500, '{}'), { state: 'unknown', status: 502, error: UNKNOWN }],
    ['unknown after a broken connection', reset, { state: 'unknown', status: 502, error: UNKNOWN }],
  ] as const) {
    it(`reports ${expected.state} for an attempt that is ${what}, without a request to the service`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, {}, behaviour);
      const key = newKey();
      await payAs(proxyUrl, key);
      const response = await askAttempt(proxyUrl, key);
      const { error, ...report } = attemptReport().parse(await response.json());
      const problem = error as Problem | undefined;
      const known = problem && { code: problem.code, outcome: problem.outcome };
      assert.deepEqual(
        [{ ...report, ...(known && { error: known }) }, service.requests.length],
        [{ ...ORDER, ...expected }, 1],
      );
    });
  }

  it('reports processing and the order for an attempt in progress', async (t) => {
    const [arrived, released] = [gate(), gate()];
    const { proxyUrl } = await startMerchant(t, {}, (response) => {
      arrived.open();
      void released.opened.then(() => response.end('{}'));
    });
    const key = newKey();
    const paying = payAs(proxyUrl, key);
    await arrived.opened;
    assert.deepEqual(await readReport(askAttempt(proxyUrl, key)), { ...ORDER, state: 'processing' });
    released.open();
    await paying;
  });

  for (const [what, key] of [
    ['no key', undefined],
    ['a key with other characters', `${'k'.repeat(42)}/`],
    ['a key of 256 characters', 'k'.repeat(256)],
  ] as const) {
    it(`answers 400 to ${what}`, async (t) => {
      const { proxyUrl } = await startMerchant(t);
      const headers = new Headers(key === undefined ? [] : [['Idempotency-Key', key]]);
      const response = await fetch(`${proxyUrl}/attempts`, { headers });
      await assertProblem(response, 400, 'invalid_request', 'not_charged');
    });
  }

  it('answers that an attempt does not exist, and no payment with its key is sent any more', async (t) => {
    const { proxyUrl, service } = await startMerchant(t);
    const key = newKey();
    assert.equal((await readReport(askAttempt(proxyUrl, key)))['state'], 'not_found');
    await assertProblem(await payAs(proxyUrl, key), 422, 'idempotency_key_reused', 'not_charged');
    assert.equal(service.requests.length, 0);
  });

  it('answers 429, unknown, to too many questions for attempts that do not exist, and stores nothing', async (t) => {
    const { proxyUrl } = await startMerchant(t, { limits: { requestsPerMinute: 1 } });
    await askAttempt(proxyUrl, newKey());
    const key = newKey();
    await assertProblem(await askAttempt(proxyUrl, key), 429, 'rate_limited', 'unknown');
    assert.equal((await payAs(proxyUrl, key)).status, 200);
  });

  it('answers 503, unknown, when the store fails', async (t) => {
    const { proxyUrl } = await startMerchant(t, { store: failingStore() });
    await assertProblem(await askAttempt(proxyUrl, newKey()), 503, 'store_unavailable', 'unknown');
  });
});
