import { serve } from './serve.mjs';

// #region proxy
import { createPaymentProxy } from 'payment-widget-proxy';

const proxy = createPaymentProxy({
  baseUrl: process.env.PAYMENTS_BASE_URL ?? '',
  apiKey: process.env.PAYMENTS_API_KEY ?? '',
  mode: 'test',
  orderTokenSecret: process.env.ORDER_TOKEN_SECRET ?? '',
  // The body that your service expects.
  buildRequest: ({ amount, currency, reference, payment_method }) => ({
    total: { value: amount, currency },
    order_id: reference,
    card: payment_method.card,
  }),
  // A service that declines with status 200.
  interpretResponse: ({ status, body }) => (status === 200 && body.result === 'declined' ? 'not_charged' : undefined),
  answerFields: ['id', 'result'],
});
// #endregion proxy

serve(proxy);
