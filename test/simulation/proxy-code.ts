export { createPaymentProxy } from '../../packages/proxy/src/index.js';
export { parseRecord } from '../../packages/proxy/src/attempts/record.js';
export { createOrderToken } from '../../packages/proxy/src/order/order-token.js';
