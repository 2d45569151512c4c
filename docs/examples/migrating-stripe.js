const widget = document.querySelector('payment-widget');
const button = document.querySelector('#submit');

button.addEventListener('click', () => widget.submit());
widget.addEventListener('payment-submit', () => {
  button.disabled = true;
});
widget.addEventListener('payment-failure', () => {
  button.disabled = false;
});

function showThanks({ detail }) {
  location.replace(`thanks.html?order=${encodeURIComponent(detail.reference)}`);
}
widget.addEventListener('payment-success', showThanks);
widget.addEventListener('payment-pending', showThanks);
