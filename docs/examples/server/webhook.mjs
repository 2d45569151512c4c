import { createServer } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';

// #region webhook
import { createPaymentProxy, verifyWebhook, WebhookVerificationError } from 'payment-widget/proxy';

const proxy = createPaymentProxy({
  baseUrl: process.env.PAYMENTS_BASE_URL ?? '',
  apiKey: process.env.PAYMENTS_API_KEY ?? '',
  mode: 'test',
  orderTokenSecret: process.env.ORDER_TOKEN_SECRET ?? '',
  onSettled: ({ reference, outcome }) => console.log(`${reference} ${outcome}`),
});

/** For `POST /webhooks/payments`. */
async function receive(request) {
  try {
    const { payload } = await verifyWebhook(request, process.env.WEBHOOK_SECRET);
    const outcome = { 'payment.succeeded': 'succeeded', 'payment.failed': 'failed' }[payload.type];
    if (outcome) await proxy.resolve(payload.data.idempotency_key, outcome); // leads to onSettled
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof WebhookVerificationError) return new Response(null, { status: 401 });
    throw error;
  }
}
// #endregion webhook

const pay = createRequestListener((request) => proxy(request));
const webhook = createRequestListener(receive);
const { PORT = '3000' } = process.env;
createServer((request, response) => (request.url?.startsWith('/pay') ? pay : webhook)(request, response)).listen(
  Number(PORT),
  'localhost',
  () => console.log(`http://localhost:${PORT}`),
);
