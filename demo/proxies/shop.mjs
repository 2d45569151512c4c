import { createOrderToken, createPaymentProxy } from 'payment-widget-proxy';

/** Shared by the Node.js recipes. Copy it with any of them. */

const {
  PAYMENTS_BASE_URL: baseUrl,
  PAYMENTS_API_KEY: apiKey,
  PAYMENTS_MODE: mode,
  ORDER_TOKEN_SECRET: orderTokenSecret,
  FRAME_ANCESTORS: ancestors, // optional: for isolated mode
} = process.env;
if (!baseUrl || !apiKey || !mode || !orderTokenSecret)
  throw new Error('Set PAYMENTS_BASE_URL, PAYMENTS_API_KEY, PAYMENTS_MODE (test or live), ORDER_TOKEN_SECRET.');

/** Replace this with your database. */
const orders = new Map([['order-1042', { amount: 4999, currency: 'EUR' }]]);

export const proxy = createPaymentProxy({
  baseUrl,
  apiKey,
  mode,
  orderTokenSecret,
  storePath: process.env.PAYMENTS_STORE ?? './payment-attempts',
  ...(ancestors && { frame: { ancestors: ancestors.split(' ') } }),
});

/**
 * Creates the element for your checkout page. The token permits to pay this order, at this price, for an hour: render it
 * only for the shopper whose order this is.
 */
export async function renderCheckout(reference) {
  const order = orders.get(reference);
  if (!order) throw new Error('There is no such order.');
  const token = await createOrderToken({ reference, ...order }, orderTokenSecret);
  const { amount, currency } = order;
  return `<payment-widget proxy-url="/pay" amount="${amount}" currency="${currency}" reference="${reference}" order-token="${token}"></payment-widget>`;
}

// #region on-error
/**
 * For `createRequestListener`: responds to TRACE, an invalid `Host` and anything else that cannot become a `Request`. The default
 * is a 500 with a stack trace in the log. The proxy handles its own errors.
 */
export function onError(error) {
  if (error.code) return undefined; // from Node, while it sent a response: that is a 500
  return new Response(null, { status: error.message.includes('HTTP method') ? 405 : 400 });
}
// #endregion on-error

export const port = Number(process.env.PORT ?? 3200);
export const host = '127.0.0.1'; // behind a web server on the same host; use '0.0.0.0' in a container
export const announce = () => console.log(`Payments at http://localhost:${port}/pay`);

process.once('SIGTERM', () => {
  void proxy.close().then(() => process.exit(0)); // after payments in progress
});
