import { serve } from './serve.mjs';

// #region proxy
import { createPaymentProxy } from 'payment-widget/proxy';

// Replace with a table of your database.
const orders = new Map([['order-1042', { amount: 4999, currency: 'EUR', isPaid: false }]]);

const proxy = createPaymentProxy({
  baseUrl: process.env.PAYMENTS_BASE_URL ?? '',
  apiKey: process.env.PAYMENTS_API_KEY ?? '',
  mode: 'test',
  orderTokenSecret: process.env.ORDER_TOKEN_SECRET ?? '',
  async onSettled({ reference, outcome }) {
    const order = orders.get(reference);
    if (!order || outcome !== 'paid' || order.isPaid) return; // it may be called again
    order.isPaid = true; // in your shop: in one transaction with the job that ships it
  },
});
// #endregion proxy

serve(proxy, () => JSON.stringify([...orders.values()]));
