import 'payment-widget/define';

/** Your component: shows a checkout, and thanks for the payment. */
export function showCheckout(container, { reference, amount, currency, token }) {
  const widget = document.createElement('payment-widget');
  Object.assign(widget, { proxyUrl: '/pay', reference, amount, currency, orderToken: token });
  widget.addEventListener('payment-success', ({ detail }) => {
    container.textContent = `Thank you for ${detail.reference}`;
  });
  container.append(widget);
}
