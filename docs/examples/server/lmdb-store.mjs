import { serve } from './serve.mjs';

// #region proxy
import { createPaymentProxy } from 'payment-widget-proxy';
import { openLmdbStore } from 'payment-widget-proxy/stores/lmdb';

const store = await openLmdbStore({ path: process.env.ATTEMPTS_FOLDER ?? '/var/lib/shop/payment-attempts' });

const proxy = createPaymentProxy({
  baseUrl: process.env.PAYMENTS_BASE_URL ?? '',
  apiKey: process.env.PAYMENTS_API_KEY ?? '',
  mode: 'test',
  orderTokenSecret: process.env.ORDER_TOKEN_SECRET ?? '',
  store,
});

process.once('SIGTERM', async () => {
  await proxy.close(); // waits for the payments in progress
  await store.close(); // the store is yours, so you close it
  process.exit();
});
// #endregion proxy

serve(proxy);
