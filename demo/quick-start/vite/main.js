import 'payment-widget/define';
import 'payment-widget/payment-widget.css';

const response = await fetch('/order');
const { amount, currency, reference, token } = await response.json();

const widget = document.createElement('payment-widget');
widget.proxyUrl = '/pay';
widget.amount = amount;
widget.currency = currency;
widget.reference = reference;
widget.orderToken = token;
widget.returnUrl = '/thanks';
document.body.append(widget);
