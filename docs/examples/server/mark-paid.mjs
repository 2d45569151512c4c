import { serve } from './serve.mjs';

// #region proxy
import { createPaymentProxy } from 'payment-widget-proxy';

// Replace with a table of your database.
const orders = new Map([['order-1042', { amount: 4999, currency: 'EUR', isPaid: false }]]);

const proxy = createPaymentProxy({
  baseUrl: process.env.PAYMENTS_BASE_URL ?? '',
  apiKey: process.env.PAYMENTS_API_KEY ?? '',
  mode: 'test',
  orderTokenSecret: process.env.ORDER_TOKEN_SECRET ?? '',
  async onSettled({ reference, outcome, amount, currency }) {
    const order = orders.get(reference);
    if (outcome !== 'paid' || order?.isPaid) return; // it may be called again
    if (amount !== order?.amount || currency !== order.currency) {
      console.error(`Check ${reference}: it was paid, but no order has this reference and price.`);
      return;
    }
    order.isPaid = true; // in your shop: in one transaction with the job that ships it
  },
});
// #endregion proxy

serve(proxy, () => JSON.stringify([...orders.values()]));
