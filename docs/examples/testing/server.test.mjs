import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrderToken, createPaymentProxy } from 'payment-widget/proxy';
import { createMemoryStore } from 'payment-widget/stores/memory';

const secret = 'a secret of at least 32 bytes for tests';
const order = { reference: 'order-1042', amount: 4999, currency: 'EUR' };
const card = { number: '4242424242424242', exp_month: 12, exp_year: new Date().getFullYear() + 1, cvc: '123' };

test('an order is charged once', async () => {
  let charges = 0;
  const proxy = createPaymentProxy({
    baseUrl: 'http://service.test',
    apiKey: 'any-text',
    mode: 'test',
    orderTokenSecret: secret,
    store: createMemoryStore(),
    fetch: async () => Response.json({ id: `pay_${++charges}` }), // replaces the payments service
  });
  const token = await createOrderToken(order, secret);
  const pay = () =>
    proxy(
      new Request('http://shop.test/pay/v1/payments', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Idempotency-Key': crypto.randomUUID(), // a new attempt
          'Order-Token': token,
        },
        body: JSON.stringify({ ...order, payment_method: { type: 'card', card } }),
      }),
    );
  assert.deepEqual([(await pay()).status, (await pay()).status], [200, 200]);
  assert.equal(charges, 1);
});
