import { testStore } from 'payment-widget-testing/store';

testStore({
  module: import.meta.resolve('./open-store.mjs'),
  connection: { host: '127.0.0.1', port: Number(process.env.TEST_DATABASE_PORT ?? 5432) },
});
