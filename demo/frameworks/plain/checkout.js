const place = document.querySelector('main');
const html = place.innerHTML;
const widget = () => document.querySelector('payment-widget');

widget().metadata = { basket: '17' };
place.addEventListener('payment-success', ({ detail }) => {
  document.querySelector('[role=status]').textContent = `Thank you for ${detail.reference}`;
});

document.querySelector('#more').addEventListener('click', () => {
  widget().amount += 100;
});
document.querySelector('#toggle').addEventListener('click', ({ target }) => {
  place.innerHTML = widget() ? '' : html;
  if (widget()) widget().metadata = { basket: '17' };
  target.textContent = widget() ? 'Remove' : 'Show again';
});
