import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { API_KEY, assertProblem, newKey, payAs, skipPauses, startMerchant } from '../../support/node-proxy.js';
import { answer, inTurn, reset, type Behaviour, type ReceivedRequest } from '../../support/node-servers.js';
import { changed, samplePayment } from '../../support/sample-payment.js';
import vectors from 'payment-widget-testing/vectors/fingerprints.json' with { type: 'json' };
import { createFingerprint } from 'payment-widget-proxy/attempts/fingerprint';
import { createSign } from 'payment-widget-proxy/base/crypto';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';

const OLD = API_KEY;
const NEW = 'sk_test_new_1a2b3c4d5e';
const apiKey = [NEW, OLD] as const;
type Keys = string | readonly [string, string];

/** A service that takes one key and answers 401 to any other. */
const takesOnly =
  (key: string, otherwise: Behaviour = answer(200, '{}')): Behaviour =>
  (response, request) => {
    const isRight = request.headers.authorization === `Bearer ${key}`;
    (isRight ? otherwise : answer(401, '{}'))(response, request);
  };

const keysOf = (requests: readonly ReceivedRequest[]) =>
  requests.map(({ headers }) => headers.authorization?.replace('Bearer ', ''));

describe('two API keys', () => {
  it('a 401 for the first key sends the same payment with the second', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, { apiKey }, takesOnly(OLD));
    assert.equal((await payAs(proxyUrl)).status, 200);
    const [first, second] = service.requests;
    assert.deepEqual(keysOf(service.requests), [NEW, OLD]);
    assert.deepEqual(
      [second?.body, second?.headers['idempotency-key']],
      [first?.body, first?.headers['idempotency-key']],
    );
  });

  it('the key that worked comes first from then on', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, { apiKey }, takesOnly(OLD));
    for (const order of ['a', 'b']) await payAs(proxyUrl, newKey(), samplePayment({ reference: order }));
    assert.deepEqual(keysOf(service.requests), [NEW, OLD, OLD]);
  });

  it('a 401 for both keys is not charged and leaves the order payable', async (t) => {
    const refusals = inTurn(answer(401, '{}'), answer(401, '{}'), answer(200, '{}'));
    const { proxyUrl, service } = await startMerchant(t, { apiKey }, refusals);
    assert.deepEqual([(await payAs(proxyUrl)).status, service.requests.length], [401, 2]);
    assert.equal((await payAs(proxyUrl)).status, 200);
  });

  for (const [what, behaviour] of [
    ['403', answer(403, '{}')],
    ['500', answer(500, '{}')],
    ['a broken connection', reset],
  ] as const) {
    it(`${what} for the first key does not use the second`, async (t) => {
      const { proxyUrl, service } = await startMerchant(t, { apiKey }, behaviour);
      await payAs(proxyUrl);
      assert.deepEqual(keysOf(service.requests), [NEW]);
    });
  }

  it('an unknown outcome with the second key is not retried with the first', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, { apiKey }, takesOnly(OLD, reset));
    await assertProblem(await payAs(proxyUrl), 502, 'connection_lost', 'unknown');
    assert.deepEqual(keysOf(service.requests), [NEW, OLD]);
  });

  it('a 401 after an unknown outcome leaves it unknown and does not use the other key', async (t) => {
    skipPauses(t);
    const honours = { apiKey, upstreamHonoursIdempotency: true };
    const { proxyUrl, service } = await startMerchant(t, honours, inTurn(reset, answer(401, '{}')));
    await assertProblem(await payAs(proxyUrl), 502, 'connection_lost', 'unknown');
    assert.deepEqual(keysOf(service.requests), [NEW, NEW]);
  });

  it('neither key reaches the page when the service repeats both', async (t) => {
    const echo = answer(401, JSON.stringify({ message: `Neither ${NEW} nor ${OLD}` }));
    const { proxyUrl } = await startMerchant(t, { apiKey }, echo);
    assert.equal(await (await payAs(proxyUrl)).text(), '{"message":"Neither [masked] nor [masked]"}');
  });
});

describe('payment made before the keys changed', () => {
  async function paidBefore(t: TestContext, before: Keys, after: Keys) {
    const store = createMemoryStore();
    const key = newKey();
    await payAs((await startMerchant(t, { store, apiKey: before })).proxyUrl, key);
    return { key, ...(await startMerchant(t, { store, apiKey: after })) };
  }

  for (const [what, before, after] of [
    ['one key replaced by another', OLD, NEW],
    ['a new key added in front', OLD, [NEW, OLD]],
  ] as const) {
    it(`${what}: the repeated attempt sends nothing`, async (t) => {
      const { proxyUrl, service, key } = await paidBefore(t, before, after);
      const response = await payAs(proxyUrl, key);
      assert.deepEqual([response.status, service.requests.length], [200, 0]);
    });
  }
});

describe('the stored fingerprint of a payment', () => {
  for (const { what, change, fingerprint } of vectors.changes) {
    it(`is that of the vectors: ${what}`, async () => {
      const payment = changed(vectors.payment, change) as ReturnType<typeof samplePayment>;
      assert.equal(await createFingerprint(payment, await createSign(vectors.secret)), fingerprint);
    });
  }

  it('depends on everything but the card number and the security code', () => {
    const [card, ...others] = vectors.changes.filter(({ what }) => !what.startsWith('no security code')).slice(1);
    const [{ fingerprint } = { fingerprint: '' }] = vectors.changes;
    assert.equal(card?.fingerprint, fingerprint);
    assert.equal(new Set([fingerprint, ...others.map((other) => other.fingerprint)]).size, others.length + 1);
  });

  it('does not depend on the order of the members, which may differ between releases', async () => {
    const { reference, amount, ...rest } = samplePayment();
    const sign = await createSign('secret');
    const prints = [samplePayment(), { ...rest, amount, reference }].map((payment) => createFingerprint(payment, sign));
    assert.equal(new Set(await Promise.all(prints)).size, 1);
  });
});
