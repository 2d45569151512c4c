import { createPaymentProxy } from 'payment-widget/proxy';

/** The proxy that the recipes for Node share: copy it with the one that you take. */

const { PAYMENTS_BASE_URL: baseUrl, PAYMENTS_API_KEY: apiKey, PAYMENTS_MODE: mode } = process.env;
if (!baseUrl || !apiKey || !mode)
  throw new Error('Set PAYMENTS_BASE_URL, PAYMENTS_API_KEY, PAYMENTS_MODE (test or live).');

/** Yours are in a database. */
const orders = new Map([['order-1042', { amount: 4999, currency: 'EUR' }]]);

export const proxy = createPaymentProxy({
  baseUrl,
  apiKey,
  mode, // checked when it starts, as all of it is
  storePath: process.env.PAYMENTS_STORE ?? './payment-attempts',
  resolvePayment: ({ reference = '' }) => {
    // What "npx payment-widget check-proxy" pays for. Never with a Live key.
    if (mode === 'test' && reference.startsWith('check-proxy-')) return { amount: 4999, currency: 'EUR' };
    return orders.get(reference);
  },
});

export const port = Number(process.env.PORT ?? 3000);
export const host = '127.0.0.1'; // for the web server in front; in a container '0.0.0.0'
export const announce = () => console.log(`Payments at http://localhost:${port}/pay`);

process.once('SIGTERM', () => {
  void proxy.close().then(() => process.exit(0)); // payments that are on their way come to their end
});
