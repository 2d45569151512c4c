const widget = document.querySelector('payment-widget');
const button = document.querySelector('#pay');

button.addEventListener('click', () => widget.submit());

widget.addEventListener('payment-submit', () => {
  button.textContent = 'Processing payment…';
});
widget.addEventListener('payment-failure', () => {
  const price = new Intl.NumberFormat('en', { style: 'currency', currency: widget.currency });
  button.textContent = `Pay ${price.format(widget.amount / 100)}`; // the price may have changed
  button.hidden = false;
});
for (const outcome of ['payment-success', 'payment-pending', 'payment-unknown']) {
  widget.addEventListener(outcome, () => {
    button.hidden = true;
  });
}
