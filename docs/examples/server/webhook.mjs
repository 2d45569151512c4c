import { createServer } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';

// #region webhook
import { createOrderToken, createPaymentProxy, verifyWebhook, WebhookVerificationError } from 'payment-widget-proxy';

const orderTokenSecret = process.env.ORDER_TOKEN_SECRET ?? '';
const proxy = createPaymentProxy({
  baseUrl: process.env.PAYMENTS_BASE_URL ?? '',
  apiKey: process.env.PAYMENTS_API_KEY ?? '',
  mode: 'test',
  orderTokenSecret,
  onSettled: ({ reference, outcome }) => console.log(`${reference} ${outcome}`),
});

/** For `POST /webhooks/payments`. */
async function receive(request) {
  try {
    const { type, data } = (await verifyWebhook(request, process.env.WEBHOOK_SECRET)).payload;
    const outcome = { 'payment.succeeded': 'succeeded', 'payment.failed': 'failed' }[type];
    if (!outcome || !data.idempotency_key) return new Response(null, { status: 204 }); // of no attempt of this proxy
    const isResolved = await proxy.resolve(data.idempotency_key, outcome); // leads to onSettled
    const mustRepeat = !isResolved && (await isOpen(data));
    return new Response(null, { status: mustRepeat ? 503 : 204 });
  } catch (error) {
    if (error instanceof WebhookVerificationError) return new Response(null, { status: 401 });
    throw error;
  }
}

/** Whether the attempt is not settled. While it is in progress, an event cannot settle it. */
async function isOpen({ idempotency_key, reference, amount, currency }) {
  const token = await createOrderToken({ reference, amount, currency }, orderTokenSecret);
  const headers = { 'Idempotency-Key': idempotency_key, 'Order-Token': token };
  const response = await proxy(new Request('http://localhost/pay/attempts', { headers }));
  return ['processing', 'unknown'].includes((await response.json()).state);
}
// #endregion webhook

const pay = createRequestListener((request) => proxy(request));
const webhook = createRequestListener(receive);
const { PORT = '3400' } = process.env;
createServer((request, response) => (request.url?.startsWith('/pay') ? pay : webhook)(request, response)).listen(
  Number(PORT),
  'localhost',
  () => console.log(`http://localhost:${PORT}`),
);
