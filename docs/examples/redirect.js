const widget = document.querySelector('payment-widget');

function showThanks({ detail }) {
  location.replace(`thanks.html?order=${encodeURIComponent(detail.reference)}`);
}

widget.addEventListener('payment-success', showThanks);
widget.addEventListener('payment-pending', showThanks);
