export { PaymentSession } from '../../src/payment/payment-session.js';
export { ProxyClient } from '../../src/payment/proxy-client.js';
