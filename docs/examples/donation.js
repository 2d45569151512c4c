const widget = document.querySelector('payment-widget');

for (const button of document.querySelectorAll('button[value]')) {
  button.addEventListener('click', () => {
    widget.amount = Number(button.value);
  });
}
