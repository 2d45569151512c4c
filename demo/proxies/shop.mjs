import { createPaymentProxy } from 'payment-widget/proxy';

/** Shared by the Node.js recipes. Copy it with any of them. */

const { PAYMENTS_BASE_URL: baseUrl, PAYMENTS_API_KEY: apiKey, PAYMENTS_MODE: mode } = process.env;
if (!baseUrl || !apiKey || !mode)
  throw new Error('Set PAYMENTS_BASE_URL, PAYMENTS_API_KEY, PAYMENTS_MODE (test or live).');

/** Replace this with your database. */
const orders = new Map([['order-1042', { amount: 4999, currency: 'EUR' }]]);

export const proxy = createPaymentProxy({
  baseUrl,
  apiKey,
  mode,
  storePath: process.env.PAYMENTS_STORE ?? './payment-attempts',
  resolvePayment: ({ reference = '' }) => {
    // Orders of "npx payment-widget check-proxy", in test mode only.
    if (mode === 'test' && reference.startsWith('check-proxy-')) return { amount: 4999, currency: 'EUR' };
    return orders.get(reference);
  },
});

export const port = Number(process.env.PORT ?? 3000);
export const host = '127.0.0.1'; // behind a web server on the same host; use '0.0.0.0' in a container
export const announce = () => console.log(`Payments at http://localhost:${port}/pay`);

process.once('SIGTERM', () => {
  void proxy.close().then(() => process.exit(0)); // after payments in progress
});
