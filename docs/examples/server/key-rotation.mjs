import { serve } from './serve.mjs';

// #region proxy
import { createPaymentProxy } from 'payment-widget-proxy';

const { PAYMENTS_API_KEY = '', OLD_PAYMENTS_API_KEY, ORDER_TOKEN_SECRET = '', OLD_ORDER_TOKEN_SECRET } = process.env;

const proxy = createPaymentProxy({
  baseUrl: process.env.PAYMENTS_BASE_URL ?? '',
  apiKey: OLD_PAYMENTS_API_KEY ? [PAYMENTS_API_KEY, OLD_PAYMENTS_API_KEY] : PAYMENTS_API_KEY,
  mode: 'test',
  orderTokenSecret: [ORDER_TOKEN_SECRET, OLD_ORDER_TOKEN_SECRET], // the second one may be undefined
});
// #endregion proxy

serve(proxy);
