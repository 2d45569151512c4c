import { serve } from './serve.mjs';

// #region proxy
import { Redis } from 'ioredis';
import { createPaymentProxy } from 'payment-widget-proxy';
import { createRedisStore } from 'payment-widget-proxy/stores/redis';

const redis = new Redis(process.env.REDIS_URL ?? 'redis://localhost:6379', {
  maxRetriesPerRequest: 1,
  commandTimeout: 5000,
});

const proxy = createPaymentProxy({
  baseUrl: process.env.PAYMENTS_BASE_URL ?? '',
  apiKey: process.env.PAYMENTS_API_KEY ?? '',
  mode: 'test',
  orderTokenSecret: process.env.ORDER_TOKEN_SECRET ?? '',
  store: createRedisStore(redis),
  limits: { redis }, // counts the payments of all machines together
});
// #endregion proxy

serve(proxy);
