import { serve } from './serve.mjs';

// #region proxy
import { createPaymentProxy } from 'payment-widget-proxy';

const proxy = createPaymentProxy({
  baseUrl: process.env.PAYMENTS_BASE_URL ?? '',
  apiKey: process.env.PAYMENTS_API_KEY ?? '',
  mode: 'test',
  orderTokenSecret: process.env.ORDER_TOKEN_SECRET ?? '',
  actionOrigins: ['https://acs.example'],
  interpretResponse({ body }) {
    // The members are those of your payments service.
    if (body.status !== 'requires_action') return undefined;
    const { url, fields } = body.challenge;
    return { outcome: 'action_required', action: { url, method: 'POST', fields } };
  },
});
// #endregion proxy

serve(proxy);
