import { exposeMount } from '../shared/expose-mount.js';
import { ORDER } from '../shared/order.js';

exposeMount((container) => {
  const widget = document.createElement('payment-widget');
  const proxyUrl = `${document.documentElement.dataset['paymentOrigin']}/pay`;
  for (const [name, value] of Object.entries({ isolated: '', 'proxy-url': proxyUrl, ...ORDER })) {
    widget.setAttribute(name, String(value));
  }
  container.append(widget);
  return () => {
    widget.remove();
  };
});
