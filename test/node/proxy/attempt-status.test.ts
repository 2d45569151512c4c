import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { attemptReport, type AttemptReport, type Problem } from '../../../src/payment/schema.js';
import { assertProblem, newKey, payAs, startMerchant } from '../../support/node-proxy.js';
import { answer, gate, reset, type Behaviour } from '../../support/node-servers.js';

const PAID = { id: 'pay_1' };
const UNKNOWN = { code: 'attempt_unknown', outcome: 'unknown' };

/** What the sample payment costs. */
const PRICE = { amount: 4999, currency: 'EUR' };

describe('GET /attempts/{key}', () => {
  for (const [what, behaviour, expected] of [
    ['paid', answer(200, JSON.stringify(PAID)), { state: 'succeeded', status: 200, payment: PAID }],
    ['paid, without a body', answer(200), { state: 'succeeded', status: 200, payment: null }],
    ['accepted', answer(202, JSON.stringify(PAID)), { state: 'unknown', status: 202, payment: PAID }],
    [
      'declined',
      answer(402, '{"reason":"secret"}'),
      { state: 'failed', status: 402, error: { code: 'declined', outcome: 'not_charged' } },
    ],
    ['in doubt after a 500', answer(500, '{}'), { state: 'unknown', status: 502, error: UNKNOWN }],
    ['in doubt after a broken connection', reset, { state: 'unknown', status: 502, error: UNKNOWN }],
  ] as const) {
    it(`${what}: ${expected.state}, without asking the service`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, {}, behaviour);
      const key = newKey();
      await payAs(proxyUrl, key);
      const response = await fetch(`${proxyUrl}/attempts/${key}`);
      const { error: told, ...status } = attemptReport().parse(await response.json());
      const error = told as Problem | undefined;
      const known = error && { code: error.code, outcome: error.outcome };
      assert.deepEqual(
        [{ ...status, ...(known && { error: known }) }, service.requests.length],
        [{ ...PRICE, ...expected }, 1],
      );
    });
  }

  it('on its way: processing, and what it costs', async (t) => {
    const released = gate();
    const { proxyUrl, service } = await startMerchant(t, {}, (response) => {
      void released.opened.then(() => response.end('{}'));
    });
    const key = newKey();
    const paying = payAs(proxyUrl, key);
    while (service.requests.length === 0) await wait(5);
    assert.deepEqual(await (await fetch(`${proxyUrl}/attempts/${key}`)).json(), { ...PRICE, state: 'processing' });
    released.open();
    await paying;
  });

  describe('one that was turned away, since another attempt for its order was on its way', () => {
    async function turnedAway(t: TestContext, behaviour: Behaviour) {
      const released = gate();
      const { proxyUrl, service } = await startMerchant(t, {}, (response, request) => {
        void released.opened.then(() => {
          behaviour(response, request);
        });
      });
      const key = newKey();
      const first = payAs(proxyUrl);
      while (service.requests.length === 0) await wait(5);
      assert.equal((await payAs(proxyUrl, key)).status, 409);
      const ask = async () => (await (await fetch(`${proxyUrl}/attempts/${key}`)).json()) as AttemptReport;
      const finish = () => {
        released.open();
        return first;
      };
      return { ask, finish };
    }

    it('is processing while the other one is', async (t) => {
      const { ask, finish } = await turnedAway(t, answer(200, '{}'));
      assert.equal((await ask()).state, 'processing');
      await finish();
    });

    it('has succeeded when the other one has: the order is paid', async (t) => {
      const { ask, finish } = await turnedAway(t, answer(200, JSON.stringify(PAID)));
      await finish();
      assert.deepEqual(await ask(), { ...PRICE, state: 'succeeded', status: 200, payment: PAID });
    });

    it('has failed when the other one has, for no reason that is its own', async (t) => {
      const { ask, finish } = await turnedAway(t, answer(402, '{"reason":"funds"}'));
      await finish();
      const { state, error } = await ask();
      assert.deepEqual(
        [state, (error as Problem).code, (error as Problem).outcome],
        ['failed', 'proxy_error', 'not_charged'],
      );
    });

    it('is in doubt when the other one is', async (t) => {
      const { ask, finish } = await turnedAway(t, reset);
      await finish();
      assert.equal((await ask()).state, 'unknown');
    });
  });

  it('a key that never came: 404, not charged', async (t) => {
    const { proxyUrl } = await startMerchant(t);
    await assertProblem(await fetch(`${proxyUrl}/attempts/${newKey()}`), 404, 'not_found', 'not_charged');
  });

  for (const path of [
    '/attempts',
    '/attempts/',
    '/attempts/short',
    `/attempts/${newKey()}/`,
    `/xattempts/${newKey()}`,
  ]) {
    it(`${path} is none of its paths`, async (t) => {
      const { proxyUrl } = await startMerchant(t);
      await assertProblem(await fetch(proxyUrl + path), 404, 'not_found', 'not_charged');
    });
  }

  it('a store that fails: 503, and nothing is said of the money', async (t) => {
    const fails = () => Promise.reject(new Error('no store'));
    const { proxyUrl } = await startMerchant(t, { store: { read: fails, swap: fails } });
    await assertProblem(await fetch(`${proxyUrl}/attempts/${newKey()}`), 503, 'store_unavailable', 'unknown');
  });

  it('takes no POST: 405', async (t) => {
    const { proxyUrl } = await startMerchant(t);
    const response = await fetch(`${proxyUrl}/attempts/${newKey()}`, { method: 'POST' });
    assert.equal(response.headers.get('Allow'), 'GET');
    await assertProblem(response, 405, 'not_found', 'not_charged');
  });

  it('is not for pages of other origins', async (t) => {
    const { proxyUrl } = await startMerchant(t);
    const response = await fetch(`${proxyUrl}/attempts/${newKey()}`, { headers: { Origin: 'https://evil.example' } });
    await assertProblem(response, 403, 'origin_not_allowed', 'not_charged');
  });
});
