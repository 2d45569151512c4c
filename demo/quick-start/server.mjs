import { readFile } from 'node:fs/promises';
import { createRequestListener } from '@remix-run/node-fetch-server';
import express from 'express';
import { createOrderToken, createPaymentProxy } from 'payment-widget-proxy';

const { PAYMENTS_BASE_URL: baseUrl, PAYMENTS_API_KEY: apiKey, ORDER_TOKEN_SECRET: secret, PORT = 3000 } = process.env;

const proxy = createPaymentProxy({ baseUrl, apiKey, mode: 'test', orderTokenSecret: secret });
const app = express();

// The proxy: before express.json() and other body parsers.
app.use(
  '/pay',
  createRequestListener((request) => proxy(request)),
);

// The files of the element.
app.use('/payment-widget', express.static('node_modules/payment-widget/dist/browser'));

// The checkout page.
app.get('/', async (request, response) => {
  const order = await findOrder();
  const page = await readFile('checkout.html', 'utf8');
  response.send(page.replace(/{(\w+)}/g, (_, name) => order[name]));
});

// The same order as JSON, for a page that is built with a framework.
app.get('/order', async (request, response) => response.json(await findOrder()));

/**
 * A new order for each page, to try several cards. Replace it with the order of this visitor from your database: the same
 * reference after a reload, or the visitor could pay twice. The token permits to pay it, at this price, for an hour.
 */
async function findOrder() {
  const order = { reference: `order-${crypto.randomUUID()}`, amount: 4999, currency: 'EUR' };
  return { ...order, token: await createOrderToken(order, secret) };
}

app.listen(PORT, () => console.log(`Checkout at http://localhost:${PORT}`));
