export { PaymentSession } from 'payment-widget/payment/payment-session';
export { ProxyClient } from 'payment-widget/payment/proxy-client';
