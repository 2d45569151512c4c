const form = document.querySelector('form');
const widget = document.querySelector('payment-widget');

form.addEventListener('submit', (event) => {
  event.preventDefault(); // the form is submitted after the payment
  widget.submit();
});

// Enter in a card field pays without submitting your form, so check your fields here, too.
widget.addEventListener('payment-submit', (event) => {
  if (!form.reportValidity()) event.preventDefault();
});

function submitForm({ detail }) {
  if (!detail.restored) form.submit(); // dispatches no submit event
}
widget.addEventListener('payment-success', submitForm);
widget.addEventListener('payment-pending', submitForm);
