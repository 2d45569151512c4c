import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { PaymentProxyOptions } from '../../../src/proxy/index.js';
import { newKey, payAs, startMerchant } from '../../support/node-proxy.js';
import { answer, redirectTo, type Behaviour } from '../../support/node-servers.js';
import { samplePayment } from '../../support/sample-payment.js';

type Interpret = NonNullable<PaymentProxyOptions['interpretResponse']>;

/** Reads the outcome from the body. */
const readBody: Interpret = ({ body }) => (body as { means?: ReturnType<Interpret> }).means;

const order = () => ({ ...samplePayment(), reference: `order-${crypto.randomUUID()}` });

async function pay(t: TestContext, behaviour: Behaviour, interpretResponse: Interpret = readBody) {
  const { proxyUrl, service } = await startMerchant(t, { interpretResponse }, behaviour);
  const payment = order();
  const first = await payAs(proxyUrl, newKey(), payment);
  return { first, service, again: () => payAs(proxyUrl, newKey(), payment) };
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
      const { first } = await pay(t, answer(status, JSON.stringify({ means })));
      assert.equal(first.status, expected);
    });
  }

  it('keeps the body', async (t) => {
    const { first } = await pay(t, answer(200, '{"means":"not_charged","reason":"funds"}'));
    assert.deepEqual(await first.json(), { means: 'not_charged', reason: 'funds' });
  });

  it('frees the order by returning not_charged', async (t) => {
    const { again, service } = await pay(t, answer(200, '{"means":"not_charged"}'));
    await again();
    assert.equal(service.requests.length, 2);
  });

  it('keeps the order locked by returning unknown', async (t) => {
    const { again, service } = await pay(t, answer(200, '{"means":"unknown"}'));
    assert.deepEqual([(await again()).status, service.requests.length], [409, 1]);
  });

  it('leaves the outcome unknown by throwing', async (t) => {
    const { first, again, service } = await pay(t, answer(200, '{}'), () => {
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
      await pay(t, behaviour, () => {
        asked++;
        return undefined;
      });
      assert.equal(asked, 0);
    });
  }
});
