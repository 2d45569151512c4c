import { register } from 'node:module';

/** Makes a payment twice where the package `lmdb` cannot be loaded, and prints the answers and the log's events. */

const hook = `export async function resolve(name, context, next) {
  if (name === 'lmdb') throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
  return next(name, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);

const { createPaymentProxy } = await import('payment-widget-proxy');
const { samplePayment, IDEMPOTENCY_KEY } = await import('../sample-payment.js');

const [mode = ''] = process.argv.slice(2);
let sent = 0;
const events: string[] = [];
const proxy = createPaymentProxy({
  baseUrl: 'https://service.example',
  apiKey: 'sk',
  mode: mode === 'live' ? 'live' : 'test',
  trustBrowserAmount: true,
  limits: { attemptsPerClient: false },
  logger: ({ event }) => events.push(event),
  fetch: () => {
    sent++;
    return Promise.resolve(Response.json({}));
  },
});
const statuses: number[] = [];
for (let times = 0; times < 2; times++) {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': IDEMPOTENCY_KEY };
  const body = JSON.stringify(samplePayment());
  const { status } = await proxy(new Request('http://localhost/pay/v1/payments', { method: 'POST', headers, body }));
  statuses.push(status);
}
console.log(JSON.stringify({ statuses, sent, events }));
