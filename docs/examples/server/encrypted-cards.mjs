import { serve } from './serve.mjs';

// #region proxy
import { readFileSync } from 'node:fs';
import { createPaymentProxy } from 'payment-widget/proxy';

const proxy = createPaymentProxy({
  baseUrl: process.env.PAYMENTS_BASE_URL ?? '',
  apiKey: process.env.PAYMENTS_API_KEY ?? '',
  mode: 'test',
  orderTokenSecret: process.env.ORDER_TOKEN_SECRET ?? '',
  encryptionKey: JSON.parse(readFileSync(process.env.CARD_KEY_FILE ?? 'card-key.json', 'utf8')), // a public JWK
});
// #endregion proxy

serve(proxy);
