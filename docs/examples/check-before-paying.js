const widget = document.querySelector('payment-widget');
const message = document.querySelector('[role=status]');
let isReserved = false;

widget.addEventListener('payment-submit', (event) => {
  if (isReserved) return;
  event.preventDefault(); // nothing is sent
  reserveAndPay();
});

async function reserveAndPay() {
  widget.disabled = true;
  message.textContent = 'Checking stock…';
  isReserved = await reserve(widget.reference).catch(() => false);
  widget.disabled = false;
  message.textContent = isReserved ? '' : 'We could not reserve this item. You were not charged.';
  if (isReserved) await widget.submit();
}

/** Replace this with a request to your server, which reserves the items of the order. */
async function reserve(reference) {
  const response = await fetch(`check-before-paying.json?order=${encodeURIComponent(reference)}`);
  const { available } = await response.json();
  return available === true;
}
