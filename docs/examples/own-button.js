const widget = document.querySelector('payment-widget');
const button = document.querySelector('#pay');

function showPrice() {
  const price = new Intl.NumberFormat('en', { style: 'currency', currency: widget.currency });
  button.textContent = `Pay ${price.format(widget.amount / 100)}`;
  button.hidden = false;
}
showPrice();

button.addEventListener('click', () => widget.submit());

widget.addEventListener('payment-submit', () => {
  button.textContent = 'Processing payment…';
});
widget.addEventListener('payment-failure', showPrice); // the price may have changed
for (const outcome of ['payment-success', 'payment-pending', 'payment-unknown']) {
  widget.addEventListener(outcome, () => {
    button.hidden = true;
  });
}
