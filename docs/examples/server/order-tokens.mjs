import { serve } from './serve.mjs';

// #region proxy
import { createPaymentProxy } from 'payment-widget-proxy';

const secret = process.env.ORDER_TOKEN_SECRET ?? ''; // random, at least 32 bytes

const proxy = createPaymentProxy({
  baseUrl: process.env.PAYMENTS_BASE_URL ?? '', // the payments service, without /v1
  apiKey: process.env.PAYMENTS_API_KEY ?? '',
  mode: 'test',
  orderTokenSecret: secret,
});
// #endregion proxy

// #region page
import { createOrderToken } from 'payment-widget-proxy';

/** Creates the checkout page. Render it only for the shopper who may pay this order. */
async function checkout(order) {
  const { reference, amount, currency } = order; // from your database
  const token = await createOrderToken({ reference, amount, currency }, secret);
  return `<!doctype html>
    <html lang="en">
      <title>Checkout</title>
      <link rel="stylesheet" href="/payment-widget/payment-widget.css" />
      <script type="module" src="/payment-widget/payment-widget.js"></script>
      <payment-widget proxy-url="/pay" amount="${amount}" currency="${currency}" reference="${reference}"
        order-token="${token}"></payment-widget>
    </html>`;
}
// #endregion page

serve(proxy, () => checkout({ reference: 'order-1042', amount: 4999, currency: 'EUR' }));
