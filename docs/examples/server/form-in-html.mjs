import { formHtml } from 'payment-widget/form-html';

const form = await formHtml({ fields: 'card-number card-expiry card-cvc', lang: 'en' });

/** The checkout page of an order. */
export function renderPage({ reference, amount, currency, token }) {
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>Checkout</title>
  <link rel="preload" as="style" href="/payment-widget/form.css" />
  <link rel="stylesheet" href="/payment-widget/payment-widget.css" />
  <script type="module" src="/payment-widget/payment-widget.js"></script>
  <payment-widget
    proxy-url="/pay" fields="card-number card-expiry card-cvc"
    amount="${amount}" currency="${currency}" reference="${reference}" order-token="${token}"
  >${form}<p>Payment is not available at the moment. Please call us.</p></payment-widget>
</html>`;
}
