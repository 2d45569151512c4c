// node settle.mjs
// node settle.mjs KEY succeeded
import { createPaymentProxy } from 'payment-widget-proxy';

const proxy = createPaymentProxy({
  baseUrl: process.env.PAYMENTS_BASE_URL ?? '', // the same options as the proxy of your shop
  apiKey: process.env.PAYMENTS_API_KEY ?? '',
  mode: 'test',
  orderTokenSecret: process.env.ORDER_TOKEN_SECRET ?? '',
});

const [key, outcome] = process.argv.slice(2); // 'succeeded', or 'failed' if certainly not charged
if (key === undefined) {
  for await (const { state, since, reference, key } of proxy.listAttempts({ open: true })) {
    console.log(key, state, since.toISOString(), reference);
  }
} else {
  const isSettled = await proxy.resolve(key, outcome);
  console.log(isSettled ? `${key} is settled: ${outcome}` : `${key} has nothing to settle`);
}
await proxy.close();
