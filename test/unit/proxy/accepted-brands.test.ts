import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFieldErrors } from '../../../src/transport/response.js';
import { createMemoryStore } from '../../../src/proxy/attempts/stores/memory.js';
import { assertProblem, newKey, paymentRequest, testProxy } from '../../support/node-proxy.js';
import { samplePayment } from '../../support/sample-payment.js';

const NUMBERS = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  'american-express': '378282246310005',
  elo: '6362970000457013',
  unknown: '9000000000000001',
};
type Card = keyof typeof NUMBERS;

/** A proxy that accepts these brands, and what it sent and stored. */
function setUp(brands: readonly string[]) {
  const sent: Request[] = [];
  const fetch = (request: Request) => {
    sent.push(request);
    return Promise.resolve(Response.json({ id: 'pay_1' }));
  };
  const writes: string[] = [];
  const memory = createMemoryStore();
  const store: typeof memory = {
    ...memory,
    swap: (...args) => {
      writes.push('swap');
      return memory.swap(...args);
    },
  };
  const proxy = testProxy({ fetch, store, brands });
  const pay = (body: unknown, key = newKey()) =>
    proxy(paymentRequest('https://shop.example/pay', body, { 'Idempotency-Key': key }));
  return { proxy, sent, writes, pay };
}

const plain = (brand: Card) =>
  samplePayment({ card: { number: NUMBERS[brand], cvc: brand === 'american-express' ? '1234' : '123' } });

describe('proxy with accepted brands', () => {
  it('publishes their identifiers', async () => {
    const response = await setUp(['visa', 'amex']).proxy(new Request('https://shop.example/pay/config'));
    assert.deepEqual(((await response.json()) as { brands?: unknown }).brands, ['visa', 'american-express']);
  });

  it('publishes no brands without the option', async () => {
    const response = await testProxy()(new Request('https://shop.example/pay/config'));
    assert.equal('brands' in ((await response.json()) as object), false);
  });

  for (const brand of ['mastercard', 'elo', 'american-express'] as const) {
    it(`refuses ${brand} at the card number, before anything is stored or sent`, async () => {
      const { pay, sent, writes } = setUp(['visa']);
      const response = await pay(plain(brand));
      const body = (await response.clone().json()) as { errors: { pointer: string; detail: string }[] };
      await assertProblem(response, 422, 'invalid_request', 'not_charged');
      assert.deepEqual(body.errors.map(({ pointer }) => pointer), ['/payment_method/card/number']); // prettier-ignore
      assert.match(body.errors[0]?.detail ?? '', /visa/);
      assert.deepEqual([sent.length, writes.length], [0, 0]);
      assert.deepEqual(Object.keys(readFieldErrors(body) ?? {}), ['card-number']);
    });
  }

  for (const brand of ['visa', 'american-express', 'unknown'] as const) {
    it(`lets ${brand} through`, async () => {
      const { pay, sent } = setUp(['visa', 'amex']);
      assert.equal((await pay(plain(brand))).status, 200);
      assert.equal(sent.length, 1);
    });
  }

  it('lets a card of a domestic network through whose number looks like another brand', async () => {
    const { pay } = setUp(['visa', 'rupay']);
    assert.equal((await pay(samplePayment({ card: { number: '6522000000000006' } }))).status, 200);
  });
});
