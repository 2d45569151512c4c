import { createPaymentProxy } from 'payment-widget/proxy';
import { serve } from './serve.mjs';

// #region proxy
const proxy = createPaymentProxy({
  baseUrl: process.env.PAYMENTS_BASE_URL ?? '',
  apiKey: process.env.PAYMENTS_API_KEY ?? '',
  mode: 'test',
  orderTokenSecret: process.env.ORDER_TOKEN_SECRET ?? '',
  limits: {
    attemptsPerClient: 5, // in ten minutes
    clientId: (request) => request.headers.get('Client-Address'),
  },
  onSuspicion: (suspicion) => console.warn(JSON.stringify(suspicion)), // alert somebody
});

serve((request, client) => {
  request.headers.set('Client-Address', client.address); // replaces what the client sent
  return proxy(request);
});
// #endregion proxy
