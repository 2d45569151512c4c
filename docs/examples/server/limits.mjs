import { serve } from './serve.mjs';

// #region proxy
import { createPaymentProxy } from 'payment-widget-proxy';

const proxy = createPaymentProxy({
  baseUrl: process.env.PAYMENTS_BASE_URL ?? '',
  apiKey: process.env.PAYMENTS_API_KEY ?? '',
  mode: 'test',
  orderTokenSecret: process.env.ORDER_TOKEN_SECRET ?? '',
  limits: {
    attemptsPerClient: 5, // in ten minutes
    clientId: (request) => request.headers.get('Client-Address'),
  },
});

/** For `createRequestListener` of `@remix-run/node-fetch-server`. */
function pay(request, client) {
  request.headers.set('Client-Address', client.address); // replaces what the client sent
  return proxy(request);
}
// #endregion proxy

serve(pay);
