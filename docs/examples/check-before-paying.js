const widget = document.querySelector('payment-widget');

widget.addEventListener('payment-submit', (event) => {
  event.waitUntil(reserve(event.detail.reference)); // nothing is sent before
});

/** Replace this with a request to your server, which reserves the items of the order. */
async function reserve(reference) {
  const response = await fetch(`check-before-paying.json?order=${encodeURIComponent(reference)}`);
  const { available } = await response.json();
  if (available) return;
  const error = new Error('This item is sold out. You were not charged.'); // the shopper reads it
  error.name = 'PaymentCheckError';
  throw error;
}
