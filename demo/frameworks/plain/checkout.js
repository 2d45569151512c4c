const container = document.querySelector('main');
const html = container.innerHTML;
const widget = () => document.querySelector('payment-widget');

widget().metadata = { basket: '17' };
container.addEventListener('payment-success', ({ detail }) => {
  document.querySelector('[role=status]').textContent = `Thank you for ${detail.reference}`;
});

document.querySelector('#more').addEventListener('click', () => {
  widget().amount += 100;
});
document.querySelector('#toggle').addEventListener('click', ({ target }) => {
  container.innerHTML = widget() ? '' : html;
  if (widget()) widget().metadata = { basket: '17' };
  target.textContent = widget() ? 'Remove' : 'Show again';
});
