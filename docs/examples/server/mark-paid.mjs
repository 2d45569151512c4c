import { serve } from './serve.mjs';

// #region proxy
import { createOrderToken, createPaymentProxy } from 'payment-widget/proxy';

const secret = process.env.ORDER_TOKEN_SECRET ?? '';

// Replace both with tables of your database.
const orders = new Map([['order-1042', { reference: 'order-1042', amount: 4999, currency: 'EUR', isPaid: false }]]);
const attempts = new Map(); // Idempotency-Key → order

const proxy = createPaymentProxy({
  baseUrl: process.env.PAYMENTS_BASE_URL ?? '',
  apiKey: process.env.PAYMENTS_API_KEY ?? '',
  mode: 'test',
  orderTokenSecret: secret,
  resolvePayment({ reference }, request) {
    const order = orders.get(reference);
    const key = request.headers.get('Idempotency-Key');
    if (order && !attempts.has(key)) attempts.set(key, order); // before anything is sent
    return order;
  },
});

/** Marks the order of an attempt as paid if the proxy's records say so. You can call it any number of times. */
async function updateOrder(key) {
  const order = attempts.get(key);
  if (!order) return;
  const headers = { 'Idempotency-Key': key, 'Order-Token': await createOrderToken(order, secret) };
  const response = await proxy(new Request('http://localhost/attempts', { headers })); // reads the store only
  const { state } = await response.json();
  if (state === 'succeeded') order.isPaid = true; // in your shop: ship it, once
  if (state === 'succeeded' || state === 'failed') attempts.delete(key);
}

async function pay(request) {
  const response = await proxy(request);
  await updateOrder(request.headers.get('Idempotency-Key')).catch(console.error);
  return response;
}

/** For payments in doubt that are settled later, and after a crash. */
setInterval(
  () => {
    for (const key of attempts.keys()) updateOrder(key).catch(console.error);
  },
  Number(process.env.UPDATE_INTERVAL ?? 60_000),
);
// #endregion proxy

serve(pay, () => JSON.stringify([...orders.values()]));
