// node settle.mjs order-1042 succeeded
import { createPaymentProxy } from 'payment-widget/proxy';

const proxy = createPaymentProxy({
  baseUrl: process.env.PAYMENTS_BASE_URL ?? '', // the same options as the proxy of your shop
  apiKey: process.env.PAYMENTS_API_KEY ?? '',
  mode: 'test',
  orderTokenSecret: process.env.ORDER_TOKEN_SECRET ?? '',
});

const [reference = '', outcome] = process.argv.slice(2); // 'succeeded', or 'failed' if certainly not charged
const isSettled = await proxy.resolve({ reference }, outcome);
console.log(isSettled ? `${reference} is settled: ${outcome}` : `${reference} has nothing to settle`);
await proxy.close();
