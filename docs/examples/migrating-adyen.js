const widget = document.querySelector('payment-widget');
const message = document.querySelector('[role=status]');

widget.addEventListener('payment-success', ({ detail }) => {
  message.textContent = `Thank you. Order ${detail.reference} is paid.`;
});
widget.addEventListener('payment-pending', () => {
  message.textContent = 'We ship your order as soon as your bank confirms the payment.';
});
widget.addEventListener('payment-unknown', () => {
  message.textContent = 'We have kept your order while we check the payment.';
});
widget.addEventListener('payment-failure', () => {
  message.textContent = ''; // nothing was charged, and the form shows why
});
