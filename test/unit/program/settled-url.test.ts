import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, type SettledPayment } from '../../../src/proxy/index.js';
import { createSettledSender } from '../../../src/program/server/shop-urls.js';
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
  for (const [name, secret] of [
    ['new', NEW],
    ['old', OLD],
  ] as const) {
    it(`is verified by the package standardwebhooks with the ${name} secret`, async (t) => {
      const { body, headers } = await deliver(t);
      const { type, data } = new Webhook(secret).verify(body, headers) as { type: string; data: object };
      const { id: _, idempotencyKey, ...payment } = SETTLED;
      assert.deepEqual([type, data], ['payment.settled', { ...payment, idempotency_key: idempotencyKey }]);
    });
  }

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
      await assert.rejects(deliver(t, behaviour), { name: 'SettledUrlError' });
    }
    assert.equal(other.requests.length, 0);
  });
});
