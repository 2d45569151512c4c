const widget = document.querySelector('payment-widget');
const list = document.querySelector('ol');

const events = [
  'payment-ready',
  'payment-change',
  'payment-field',
  'payment-submit',
  'payment-success',
  'payment-pending',
  'payment-failure',
  'payment-unknown',
];

for (const type of events) {
  widget.addEventListener(type, ({ detail }) => {
    const item = document.createElement('li');
    item.textContent = `${type} ${JSON.stringify(detail)}`;
    list.append(item);
  });
}
