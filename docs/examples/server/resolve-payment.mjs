import { serve } from './serve.mjs';

// #region proxy
import { createPaymentProxy } from 'payment-widget-proxy';

// Replace both with your session store and your database.
const sessions = new Map([['5f2c9e7a1b3d4860', 'ada']]);
const orders = new Map([['order-1042', { customer: 'ada', amount: 4999, currency: 'EUR' }]]);

const proxy = createPaymentProxy({
  baseUrl: process.env.PAYMENTS_BASE_URL ?? '',
  apiKey: process.env.PAYMENTS_API_KEY ?? '',
  mode: 'test',
  resolvePayment({ reference }, request) {
    const [, session] = /(?:^|; )session=([^;]+)/.exec(request.headers.get('Cookie') ?? '') ?? [];
    const order = orders.get(reference);
    if (!order || order.customer !== sessions.get(session)) return undefined; // unknown_order
    return { amount: order.amount, currency: order.currency };
  },
});
// #endregion proxy

serve(proxy);
