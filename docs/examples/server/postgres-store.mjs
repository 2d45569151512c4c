import { serve } from './serve.mjs';

// #region proxy
import pg from 'pg';
import { createPaymentProxy } from 'payment-widget-proxy';
import { createPostgresStore, migratePostgresStore } from 'payment-widget-proxy/stores/postgres';

const postgres = new pg.Pool({
  connectionString: process.env.DATABASE_URL ?? 'postgres://localhost/shop',
  connectionTimeoutMillis: 3000,
  query_timeout: 5000,
});
postgres.on('error', console.error); // a lost connection must not end the process
await migratePostgresStore(postgres);

const proxy = createPaymentProxy({
  baseUrl: process.env.PAYMENTS_BASE_URL ?? '',
  apiKey: process.env.PAYMENTS_API_KEY ?? '',
  mode: 'test',
  orderTokenSecret: process.env.ORDER_TOKEN_SECRET ?? '',
  store: createPostgresStore(postgres),
  limits: { postgres }, // counts the payments of all machines together
});
// #endregion proxy

serve(proxy);
