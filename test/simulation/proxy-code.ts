export { createPaymentProxy } from 'payment-widget-proxy';
export { parseRecord } from 'payment-widget-proxy/attempts/record';
export { createOrderToken } from 'payment-widget-proxy/order/order-token';
