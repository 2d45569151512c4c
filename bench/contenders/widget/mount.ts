import { exposeMount } from '../shared/expose-mount.js';
import { ORDER } from '../shared/order.js';

exposeMount((container) => {
  const widget = document.createElement('payment-widget');
  for (const [name, value] of Object.entries({ 'proxy-url': '/pay', ...ORDER })) {
    widget.setAttribute(name, String(value));
  }
  container.append(widget);
});
