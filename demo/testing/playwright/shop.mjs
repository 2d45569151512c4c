import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRequestListener } from '@remix-run/node-fetch-server';
import { createOrderToken, createPaymentProxy } from 'payment-widget-proxy';
import { createMemoryStore } from 'payment-widget-proxy/stores/memory';
import { startSandbox } from 'payment-widget-testing';

const SECRET = crypto.randomUUID(); // at least 32 bytes
const FILES = fileURLToPath(new URL('.', import.meta.resolve('payment-widget/payment-widget.css')));

/** Starts a shop with one page. In your project, this is your own server with the sandbox as payments service. */
export async function startShop(port = 0) {
  const sandbox = await startSandbox({ rateLimit: false });
  const proxy = createPaymentProxy({
    baseUrl: sandbox.baseUrl,
    apiKey: sandbox.apiKey,
    mode: 'test',
    orderTokenSecret: SECRET,
    store: createMemoryStore(), // forgets everything, so each run can pay the same orders
    limits: { attemptsPerClient: false },
  });
  const pay = createRequestListener((request) => proxy(request));
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    if (pathname.startsWith('/pay/')) pay(request, response);
    else if (pathname === '/') sendPage(response, await checkout());
    else if (pathname === '/thanks')
      sendPage(response, `<h1>Thank you for ${escape(searchParams.get('reference') ?? 'your visit')}</h1>`);
    else if (pathname.startsWith('/payment-widget/')) sendFile(response, pathname.slice('/payment-widget/'.length));
    // For tests only: what was charged.
    else if (pathname === '/ledger') response.end(JSON.stringify(sandbox.ledger(searchParams.get('reference'))));
    else response.writeHead(404).end();
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${server.address().port}`,
    close: () => Promise.all([sandbox.close(), new Promise((resolve) => server.close(resolve))]),
  };
}

async function checkout() {
  const order = { reference: `order-${crypto.randomUUID()}`, amount: 4999, currency: 'EUR' };
  return `
    <h1>Checkout</h1>
    <payment-widget
      proxy-url="/pay"
      amount="${order.amount}"
      currency="${order.currency}"
      reference="${order.reference}"
      order-token="${await createOrderToken(order, SECRET)}"
      return-url="/thanks"
      fields="card-number card-expiry card-cvc cardholder-name email"
    >
      <label slot="before-button"><input type="checkbox" name="terms" required /> I accept the terms</label>
    </payment-widget>`;
}

function sendPage(response, body) {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(`<!doctype html>
<html lang="en">
  <head>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Shop</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/payment-widget/payment-widget.css" />
    <script type="module" src="/payment-widget/payment-widget.js"></script>
  </head>
  <body>${body}</body>
</html>`);
}

function sendFile(response, path) {
  response.setHeader('Content-Type', path.endsWith('.css') ? 'text/css' : 'text/javascript');
  createReadStream(join(FILES, path))
    .on('error', () => response.writeHead(404).end())
    .pipe(response);
}

const escape = (text) => text.replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

if (import.meta.filename === process.argv[1]) {
  const { url } = await startShop(Number(process.env.PORT ?? 3170));
  console.log(`Checkout at ${url}`);
}
