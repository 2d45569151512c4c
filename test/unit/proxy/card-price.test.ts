import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CardHint, ResolvePayment } from '../../../src/proxy/index.js';
import { createOrderToken } from '../../../src/proxy/index.js';
import {
  assertProblem,
  newKey,
  payAs,
  post,
  readReply,
  startMerchant,
  testProxy,
  startProxy,
} from '../../support/node-proxy.js';
import { answer } from '../../support/node-servers.js';
import { samplePayment } from '../../support/sample-payment.js';

const AMEX = '371449635398431';
const VISA = '4242424242424242';

/** American Express costs 2.00 more. */
const byBrand: ResolvePayment = (_draft, _request, { brand }) => ({
  amount: brand === 'american-express' ? 5199 : 4999,
  currency: 'EUR',
});

const payment = (number: string, amount: number) =>
  samplePayment({ amount, card: { number, ...(number === AMEX && { cvc: '1234' }) } });

describe('the card that resolvePayment gets', () => {
  for (const [what, number, hint] of [
    ['16 digits: the first 8', VISA, { bin: '42424242', brand: 'visa' }],
    ['19 digits: the first 8', '6304000000000000000', { bin: '63040000', brand: 'maestro' }],
    ['15 digits: the first 6', AMEX, { bin: '371449', brand: 'american-express' }],
    ['a regional brand', '2200000000000053', { bin: '22000000', brand: 'mir' }],
    ['an unknown brand: none', '9999999999999995', { bin: '99999999' }],
  ] as const) {
    it(`has of a number with ${what}`, async (t) => {
      const hints: CardHint[] = [];
      const resolvePayment: ResolvePayment = (_draft, _request, card) => {
        hints.push(card);
        return { amount: 4999, currency: 'EUR' };
      };
      const { proxyUrl } = await startMerchant(t, { resolvePayment });
      await payAs(proxyUrl, newKey(), payment(number, 4999));
      assert.deepEqual(hints, [hint]);
    });
  }

  it('does not reach the log when resolvePayment fails with it', async (t) => {
    const written: string[] = [];
    for (const level of ['warn', 'error'] as const) {
      t.mock.method(console, level, (...parts: unknown[]) => written.push(parts.join(' ')));
    }
    const resolvePayment: ResolvePayment = (_draft, _request, { bin, brand }) => {
      throw Object.assign(new Error(`No price for ${bin} ${brand}`), { code: bin, name: bin });
    };
    const proxyUrl = await startProxy(t, testProxy({ resolvePayment, logger: undefined }));
    const [, body] = await readReply(await payAs(proxyUrl, newKey(), payment(VISA, 4999)));
    assert.equal(written.length, 1);
    assert.doesNotMatch(written.join('') + body, /424242|visa/);
  });
});

describe('price by card', () => {
  it('is asked for with amount_changed, and accepted for the same card once the shopper agrees', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, { resolvePayment: byBrand });
    const refused = await payAs(proxyUrl, newKey(), payment(AMEX, 4999));
    const { amount } = await assertProblem(refused, 409, 'amount_changed', 'not_charged');
    const agreed = await payAs(proxyUrl, newKey(), payment(AMEX, amount as number));
    assert.deepEqual([amount, agreed.status, service.requests.length], [5199, 200, 1]);
  });

  it('is compared with the price for the new card when the shopper changes the card', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, { resolvePayment: byBrand });
    const refused = await payAs(proxyUrl, newKey(), payment(VISA, 5199));
    const { amount } = await assertProblem(refused, 409, 'amount_changed', 'not_charged');
    assert.deepEqual([amount, service.requests.length], [4999, 0]);
    assert.equal((await payAs(proxyUrl, newKey(), payment(VISA, 4999))).status, 200);
  });

  it('is repeated with the same key without a second charge', async (t) => {
    const { proxyUrl, service } = await startMerchant(t, { resolvePayment: byBrand }, answer(200, '{"id":"pay_1"}'));
    const key = newKey();
    await payAs(proxyUrl, key, payment(AMEX, 5199));
    const again = await payAs(proxyUrl, key, payment(AMEX, 5199));
    assert.deepEqual([await readReply(again), service.requests.length], [[200, '{"id":"pay_1"}', true], 1]);
  });

  it('replays the outcome of a known key even if the price for its card has changed since', async (t) => {
    let extra = 200;
    const resolvePayment: ResolvePayment = () => ({ amount: 4999 + extra, currency: 'EUR' });
    const { proxyUrl, service } = await startMerchant(t, { resolvePayment }, answer(200, '{"id":"pay_1"}'));
    const key = newKey();
    await payAs(proxyUrl, key, payment(AMEX, 5199));
    extra = 300;
    const again = await payAs(proxyUrl, key, payment(AMEX, 5199));
    assert.deepEqual([await readReply(again), service.requests.length], [[200, '{"id":"pay_1"}', true], 1]);
  });

  it('is accepted beside an order token with the price without the extra', async (t) => {
    const orderTokenSecret = 'price-by-card'.padEnd(32, '-');
    const { proxyUrl, service } = await startMerchant(t, { orderTokenSecret, resolvePayment: byBrand });
    const order = { reference: 'order-1042', amount: 4999, currency: 'EUR' };
    const token = await createOrderToken(order, orderTokenSecret);
    const pay = (amount: number) =>
      post(proxyUrl, payment(AMEX, amount), { 'Idempotency-Key': newKey(), 'Order-Token': token });
    const { amount } = await assertProblem(await pay(4999), 409, 'amount_changed', 'not_charged');
    const agreed = await pay(amount as number);
    assert.deepEqual([amount, agreed.status, service.requests.length], [5199, 200, 1]);
  });
});
