import { serve } from './serve.mjs';

// #region proxy
import { createPaymentProxy } from 'payment-widget-proxy';

const proxy = createPaymentProxy({
  baseUrl: process.env.PAYMENTS_BASE_URL ?? '',
  apiKey: process.env.PAYMENTS_API_KEY ?? '',
  mode: 'test',
  resolvePayment({ amount, currency }) {
    const isAllowed = currency === 'EUR' && amount >= 100 && amount <= 100_000; // 1 to 1,000 euros
    return isAllowed ? { amount, currency } : undefined; // unknown_order
  },
  limits: { clientId: (request) => request.headers.get('Client-Address') },
});
// #endregion proxy

/** For `createRequestListener` of `@remix-run/node-fetch-server`. */
function pay(request, client) {
  request.headers.set('Client-Address', client.address); // replaces what the client sent
  return proxy(request);
}

serve(pay);
