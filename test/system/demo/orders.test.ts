import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Database } from '../../../src/sandbox/database.js';
import { startDemo, type Demo } from '../../../demo/demo.js';
import { Orders, type PayableOrder } from '../../../demo/shop/orders.js';
import { DEMO_PAGES } from '../../support/demo.js';
import { newKey, post } from '../../support/node-proxy.js';
import { samplePayment } from '../../support/sample-payment.js';
import { until } from '../../support/until.js';

describe("the demo shop's orders", () => {
  let demo: Demo;
  before(async () => {
    demo = await startDemo({}, DEMO_PAGES);
  });
  after(() => demo.close());

  const call = async (path: string, init?: RequestInit) =>
    (await (await fetch(`${demo.shopUrl}${path}`, init)).json()) as PayableOrder;
  const create = () => call('/orders', { method: 'POST' });
  const pay = async (order: PayableOrder, token: string | undefined, amount = order.amount) => {
    const { reference } = order;
    const headers = { 'Idempotency-Key': newKey(), 'Order-Token': token };
    const response = await post(`${demo.shopUrl}/pay`, samplePayment({ reference, amount }), headers);
    const { code } = (await response.json()) as { code?: string };
    return [response.status, code];
  };

  it('are paid with their order token only', async () => {
    const [order, other] = [await create(), await create()];
    const results = [await pay(order, undefined), await pay(order, other.token), await pay(order, order.token)];
    assert.deepEqual(results, [
      [403, 'order_token_invalid'],
      [403, 'order_token_invalid'],
      [200, undefined],
    ]);
  });

  it('are marked as paid by onSettled, not by the page', async () => {
    const [paid, other] = [await create(), await create()];
    await pay(paid, paid.token);
    const isPaid = async ({ reference }: PayableOrder) => (await call(`/orders/${reference}`)).isPaid;
    await until(() => isPaid(paid));
    assert.equal(await isPaid(other), false);
  });

  it('are not marked as paid again by a repeated call, and no longer when their payment is corrected', async () => {
    const database = new Database();
    const orders = new Orders(database);
    const { reference, amount, currency } = await orders.create();
    const isPaid = () => orders.find(reference)?.isPaid;
    const settled = { reference, amount, currency, payment: null } as const;
    const states = [];
    for (const [outcome, idempotencyKey] of [
      ['failed', 'key-1'],
      ['paid', 'key-2'],
      ['paid', 'key-2'],
      ['failed', 'key-1'],
      ['failed', 'key-2'],
    ] as const) {
      await orders.settle({ ...settled, id: idempotencyKey, outcome, idempotencyKey });
      states.push(isPaid());
    }
    assert.deepEqual(states, [false, true, true, true, false]);
  });

  for (const price of [{ amount: 1 }, { currency: 'USD' }]) {
    it(`are not marked as paid by a payment of ${JSON.stringify(price)}`, async () => {
      const orders = new Orders(new Database());
      const { reference, amount, currency } = await orders.create();
      const paid = {
        id: '1',
        reference,
        amount,
        currency,
        payment: null,
        outcome: 'paid',
        idempotencyKey: 'key-1',
      } as const;
      await orders.settle({ ...paid, ...price });
      assert.equal(orders.find(reference)?.isPaid, false);
    });
  }
});
