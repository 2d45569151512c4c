import 'payment-widget/define';
import 'payment-widget/payment-widget.css';

const response = await fetch('/order');
const { amount, currency, reference, token } = await response.json();

const widget = document.createElement('payment-widget');
Object.assign(widget, { proxyUrl: '/pay', amount, currency, reference, orderToken: token });
document.querySelector('main').append(widget);
