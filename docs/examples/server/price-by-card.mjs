import { serve } from './serve.mjs';

// #region proxy
import { createPaymentProxy } from 'payment-widget-proxy';

// Replace with your database.
const orders = new Map([['order-1042', { amount: 4999, currency: 'EUR' }]]);

const proxy = createPaymentProxy({
  baseUrl: process.env.PAYMENTS_BASE_URL ?? '',
  apiKey: process.env.PAYMENTS_API_KEY ?? '',
  mode: 'test',
  resolvePayment({ reference }, request, { brand }) {
    const order = orders.get(reference);
    if (!order) return undefined; // unknown_order
    const surcharge = brand === 'american-express' ? 200 : 0;
    return { amount: order.amount + surcharge, currency: order.currency };
  },
});
// #endregion proxy

serve(proxy);
