import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createOrderToken, createPaymentProxy } from 'payment-widget-proxy';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import { startSandbox } from 'payment-widget-testing';

const secret = crypto.randomUUID(); // at least 32 bytes
const order = { reference: 'order-1042', amount: 4999, currency: 'EUR' };
const card = { number: '4242424242424242', exp_month: 12, exp_year: new Date().getFullYear() + 1, cvc: '123' };

let sandbox;
let proxy;

before(async () => {
  sandbox = await startSandbox();
});

after(() => sandbox.close());

beforeEach(async () => {
  await sandbox.reset();
  proxy = createPaymentProxy({
    baseUrl: sandbox.baseUrl,
    apiKey: sandbox.apiKey,
    mode: 'test',
    orderTokenSecret: secret,
    store: createMemoryStore(),
  });
});

/** Pays the order, as the element does. */
async function pay() {
  return proxy(
    new Request('http://shop.test/pay/v1/payments', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': crypto.randomUUID(), // a new attempt
        'Order-Token': await createOrderToken(order, secret),
      },
      body: JSON.stringify({ ...order, payment_method: { type: 'card', card } }),
    }),
  );
}

test('an order is charged once', async () => {
  assert.deepEqual([(await pay()).status, (await pay()).status], [200, 200]);
  assert.equal(sandbox.ledger('order-1042').length, 1);
});

test('a declined card is not charged', async () => {
  sandbox.scenario('declined');
  assert.equal((await pay()).status, 402);
  assert.deepEqual(sandbox.ledger(), []);
});
