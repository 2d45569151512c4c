import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jwtVerify } from 'jose';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, type SettledPayment } from 'payment-widget-proxy';
import { createPriceLookup, createSettledSender } from 'payment-widget-proxy/command/shop-urls';
import { answer, redirectTo, startRecorder, type Behaviour } from '../../support/node-servers.js';
import type { Scope } from '../../support/scope.js';

const secretOf = (text: string) => `whsec_${Buffer.from(text.padEnd(32, '.')).toString('base64')}`;
const [NEW, OLD] = [secretOf('new'), secretOf('old')];

const SETTLED: SettledPayment = {
  id: '6b1f0c1e-0d3c-4a76-8d5f-3f1f0c1e0d3c',
  reference: 'order-1042',
  amount: 4999,
  currency: 'EUR',
  outcome: 'paid',
  payment: { id: 'pay_1', note: 'ä€😀' },
  idempotencyKey: 'k'.repeat(43),
};

async function deliver(t: Scope, behaviour: Behaviour = answer(204), settled = SETTLED) {
  const shop = await startRecorder(t, behaviour);
  await createSettledSender(new URL(`${shop.url}/settled`), [NEW, OLD])(settled);
  const [request] = shop.requests;
  assert.ok(request);
  return { body: request.body, headers: request.headers as Record<string, string> };
}

describe('a webhook for a settled payment', () => {
  it('is verified by the package standardwebhooks with the new and the old secret', async (t) => {
    const { body, headers } = await deliver(t);
    const { id: _, idempotencyKey, ...payment } = SETTLED;
    for (const secret of [NEW, OLD]) {
      const { type, data } = new Webhook(secret).verify(body, headers) as { type: string; data: object };
      assert.deepEqual([type, data], ['payment.settled', { ...payment, idempotency_key: idempotencyKey }]);
    }
  });

  it('is verified by verifyWebhook, with the id of the payment', async (t) => {
    const { body, headers } = await deliver(t);
    const { id } = await verifyWebhook(new Request('http://localhost', { method: 'POST', body, headers }), NEW);
    assert.equal(id, SETTLED.id);
  });

  it('is not signed with an id that contains a dot', async (t) => {
    await assert.rejects(deliver(t, answer(204), { ...SETTLED, id: 'evt.1' }), TypeError);
  });

  it('is accepted by 2xx only, and follows no redirect', async (t) => {
    const other = await startRecorder(t, answer(200));
    for (const behaviour of [answer(500), answer(404), redirectTo(other.url)]) {
      await assert.rejects(deliver(t, behaviour), { code: /^SETTLED_URL_ANSWERED_\d+$/ });
    }
    assert.equal(other.requests.length, 0);
  });
});

const SECRET = 'a secret of the tests, of 32 bytes or more';

async function askPrice(t: Scope, behaviour: Behaviour) {
  const shop = await startRecorder(t, behaviour);
  const lookUp = createPriceLookup(new URL(`${shop.url}/price?shop=1`), SECRET);
  const draft = { reference: 'order-1042' } as Parameters<typeof lookUp>[0];
  return { shop, price: await lookUp(draft, new Request('http://localhost'), {}) };
}

describe('the price that the shop returns', () => {
  it('is asked for with a signed request', async (t) => {
    const { shop, price } = await askPrice(t, answer(200, '{"amount":4999,"currency":"EUR"}'));
    const [asked] = shop.requests;
    const token = asked?.headers.authorization?.replace('Bearer ', '') ?? '';
    const { payload } = await jwtVerify(token, new TextEncoder().encode(SECRET), { audience: 'price' });
    assert.deepEqual(
      [price, asked?.method, asked?.url, payload['reference']],
      [{ amount: 4999, currency: 'EUR' }, 'GET', '/price?shop=1&reference=order-1042', 'order-1042'],
    );
  });

  it('may have null as the reference', async (t) => {
    const { price } = await askPrice(t, answer(200, '{"amount":4999,"currency":"EUR","reference":null}'));
    assert.deepEqual(price, { amount: 4999, currency: 'EUR' });
  });

  it('is missing if the shop does not know the order', async (t) => {
    assert.equal((await askPrice(t, answer(404))).price, undefined);
  });

  for (const [what, behaviour] of [
    ['fails', answer(500)],
    ['redirects', redirectTo('http://127.0.0.1:9')],
    ['sends a text as the amount', answer(200, '{"amount":"1","currency":"EUR"}')],
    ['does not send JSON', answer(200, '[')],
  ] as const) {
    it(`is an error if the shop ${what}`, async (t) => {
      await assert.rejects(askPrice(t, behaviour), { code: /^PRICE_URL_ANSWER/ });
    });
  }
});
