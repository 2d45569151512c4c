const widget = document.querySelector('payment-widget');

function showThanks({ detail }) {
  if (detail.restored) return; // the shopper came back to this page
  location.replace(`thanks.html?order=${encodeURIComponent(detail.reference)}`);
}

widget.addEventListener('payment-success', showThanks);
widget.addEventListener('payment-pending', showThanks);
