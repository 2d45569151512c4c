import { serve } from './serve.mjs';

// #region proxy
import { createPaymentProxy } from 'payment-widget-proxy';
import { Counter, register } from 'prom-client';

const attempts = new Counter({
  name: 'payments_attempts_total',
  help: 'Attempts by outcome.',
  labelNames: ['outcome'],
});

const proxy = createPaymentProxy({
  baseUrl: process.env.PAYMENTS_BASE_URL ?? '',
  apiKey: process.env.PAYMENTS_API_KEY ?? '',
  mode: 'test',
  orderTokenSecret: process.env.ORDER_TOKEN_SECRET ?? '',
  onMeasurement(measurement) {
    if (measurement.kind === 'attempt') attempts.inc({ outcome: measurement.outcome });
  },
});

/** For the route /metrics. */
async function showMetrics() {
  let unknown = 0;
  for await (const { state } of proxy.listAttempts({ open: true })) if (state === 'unknown') unknown++;
  return `${await register.metrics()}payments_unknown_attempts ${unknown}\n`;
}
// #endregion proxy

serve(proxy, showMetrics);
