document.querySelector('payment-widget').addEventListener('payment-success', (event) => {
  document.title = `Paid: ${event.detail.reference}`;
});
