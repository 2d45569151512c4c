const view = document.querySelector('#view');

// One element for the life of the app. Listeners stay when it is removed and inserted again.
const widget = document.createElement('payment-widget');
widget.proxyUrl = '/pay';
widget.addEventListener('payment-success', ({ detail }) => {
  document.querySelector('[role=status]').textContent = `${detail.reference} is paid.`;
});

async function showNextOrder() {
  const response = await fetch('/order');
  const { reference, amount, currency, token } = await response.json();
  if (widget.state === 'busy') return;
  widget.reference = reference;
  widget.amount = amount;
  widget.currency = currency;
  widget.orderToken = token;
  widget.reset(); // empties the form for the next order
}

function showView() {
  if (location.hash === '#payment') view.replaceChildren(widget);
  else view.textContent = 'Your basket'; // removes the element
}

await showNextOrder();
document.querySelector('#next').addEventListener('click', showNextOrder);
addEventListener('hashchange', showView);
showView();
