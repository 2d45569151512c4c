const orders = {
  'order-1048': { reference: 'order-1048', amount: 4999, currency: 'EUR' },
  'order-1049': { reference: 'order-1049', amount: 2450, currency: 'EUR' },
};
const view = document.querySelector('#view');

// One element for the life of the app. Listeners stay when it is removed and inserted again.
const widget = document.createElement('payment-widget');
widget.proxyUrl = '/pay';
widget.addEventListener('payment-success', ({ detail }) => {
  document.querySelector('[role=status]').textContent = `${detail.reference} is paid.`;
});

function showView() {
  const order = orders[location.hash.slice(1)];
  if (!order) {
    view.textContent = 'Choose an order to pay.'; // removes the element
    return;
  }
  if (order.reference !== widget.reference && widget.state !== 'busy') {
    Object.assign(widget, order);
    widget.reset(); // empties the form for the next order
  }
  view.replaceChildren(widget);
}

addEventListener('hashchange', showView);
showView();
