import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import { digestOf } from 'payment-widget/contract/protocol';
import { askAttempt, assertProblem, newKey, post, startMerchant } from '../../support/node-proxy.js';
import { answer } from '../../support/node-servers.js';
import { samplePayment } from '../../support/sample-payment.js';

const attemptOf = ({ headers }: Response) => headers.get('Payments-Attempt');

describe('the attempt that an answer is about', () => {
  for (const [what, payment, behaviour] of [
    ['a payment', samplePayment(), answer(200, '{}')],
    ['a declined payment', samplePayment(), answer(402, '{}')],
    ['an invalid payment', {}, answer(200, '{}')],
  ] as const) {
    it(`is in a header of the answer to ${what}`, async (t) => {
      const { proxyUrl } = await startMerchant(t, {}, behaviour);
      const key = newKey();
      const response = await post(proxyUrl, payment, { 'Idempotency-Key': key });
      assert.equal(attemptOf(response), await digestOf(key));
    });
  }

  it('is that of the request, although another attempt has paid the order', async (t) => {
    const { proxyUrl } = await startMerchant(t);
    await post(proxyUrl, samplePayment(), { 'Idempotency-Key': newKey() });
    const key = newKey();
    assert.equal(attemptOf(await post(proxyUrl, samplePayment(), { 'Idempotency-Key': key })), await digestOf(key));
  });

  it('is in the body of an error, too: servers in front may drop headers', async (t) => {
    const { proxyUrl } = await startMerchant(t);
    const key = newKey();
    const response = await post(proxyUrl, {}, { 'Idempotency-Key': key });
    const { attempt } = await assertProblem(response, 422, 'invalid_request', 'not_charged');
    assert.equal(attempt, await digestOf(key));
  });

  it('is in the body of a report', async (t) => {
    const { proxyUrl } = await startMerchant(t);
    const key = newKey();
    const { attempt } = (await (await askAttempt(proxyUrl, key)).json()) as { attempt: string };
    assert.equal(attempt, await digestOf(key));
  });

  it('is the address of its report, and no other one', async (t) => {
    const { proxyUrl } = await startMerchant(t);
    const key = newKey();
    const statusAt = async (of: string) =>
      (await fetch(`${proxyUrl}/attempts/${await digestOf(of)}`, { headers: { 'Idempotency-Key': key } })).status;
    assert.deepEqual([await statusAt(key), await statusAt(newKey())], [200, 400]);
  });

  it('does not let its holder ask', async (t) => {
    const { proxyUrl } = await startMerchant(t);
    const response = await fetch(`${proxyUrl}/attempts/${await digestOf(newKey())}`);
    await assertProblem(response, 400, 'invalid_request', 'not_charged');
  });
});

describe('a page that shows another mode than the proxy has', () => {
  const pay = (proxyUrl: string, mode: string, key = newKey()) =>
    post(proxyUrl, samplePayment(), { 'Idempotency-Key': key, 'Payments-Mode': mode });

  for (const [mode, shown] of [
    ['live', 'test'],
    ['test', 'live'],
  ] as const) {
    it(`pays nothing: ${shown} in the page, ${mode} at the proxy`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, { mode });
      await assertProblem(await pay(proxyUrl, shown), 403, 'mode_mismatch', 'not_charged');
      assert.equal(service.requests.length, 0);
    });
  }

  it('is served if it shows the same mode', async (t) => {
    const { proxyUrl } = await startMerchant(t);
    assert.equal((await pay(proxyUrl, 'test')).status, 200);
  });

  it('reads the outcome of an attempt that was sent before', async (t) => {
    const { proxyUrl } = await startMerchant(t, { store: createMemoryStore() });
    const key = newKey();
    await pay(proxyUrl, 'test', key);
    assert.equal((await pay(proxyUrl, 'live', key)).headers.get('Idempotency-Replayed'), 'true');
  });
});
