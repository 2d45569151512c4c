import { readFile } from 'node:fs/promises';
import { createRequestListener } from '@remix-run/node-fetch-server';
import express from 'express';
import { formHtml } from 'payment-widget/form-html';
import { createOrderToken, createPaymentProxy } from 'payment-widget-proxy';

const missing = ['PAYMENTS_BASE_URL', 'PAYMENTS_API_KEY', 'ORDER_TOKEN_SECRET'].filter((name) => !process.env[name]);
if (missing.length > 0) stop(`Missing in the file .env: ${missing.join(', ')}.`);
const { PAYMENTS_BASE_URL: baseUrl, PAYMENTS_API_KEY: apiKey, ORDER_TOKEN_SECRET: secret } = process.env;
const { HOST = '127.0.0.1', PORT = 3000 } = process.env; // HOST=0.0.0.0 for other machines

const proxy = createPaymentProxy({
  baseUrl,
  apiKey,
  mode: 'test',
  orderTokenSecret: secret,
  limits: { clientId: (request) => request.headers.get('Client-Address') },
  onSettled: ({ reference, outcome }) => console.log(`${reference} is ${outcome}`), // ship here
});
const app = express();

// The proxy: before express.json() and other body parsers.
app.use(
  '/pay',
  createRequestListener((request, client) => {
    request.headers.set('Client-Address', client.address); // replaces what the client sent
    return proxy(request);
  }),
);

// The files of the element, and your own.
app.use('/payment-widget', express.static('node_modules/payment-widget/dist/browser'));
app.use(express.static('public'));

// The pages.
const form = await formHtml(); // in the page, so that it is there before the scripts
app.get('/', async (request, response) => sendPage(response, 'checkout.html', { ...(await createOrder()), form }));
app.get('/thanks', (request, response) => {
  const order = orders.get(request.query.reference);
  return order ? sendPage(response, 'thanks.html', order) : response.redirect('/');
});

// The same order as JSON, for a page that is built with a framework.
app.get('/order', async (request, response) => response.json(await createOrder()));

/** Replace it with your database. */
const orders = new Map();

/**
 * A new order for each page, to try several cards. Replace it with the order of this visitor: the same reference after a reload,
 * or the visitor could pay twice. The token permits to pay it, at this price, for an hour.
 */
async function createOrder() {
  const order = { reference: `order-${crypto.randomUUID().slice(0, 8)}`, amount: 4999, currency: 'EUR' };
  orders.set(order.reference, order);
  return { ...order, token: await createOrderToken(order, secret) };
}

/** Only what this server sends may run in the page, or be asked by it. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types payment-widget";

/** Replaces `{name}` by its value. Escape texts of your own. */
async function sendPage(response, file, { amount, currency, ...values }) {
  const price = (amount / 100).toLocaleString('en', { style: 'currency', currency }); // EUR has two decimals
  const all = { amount, currency, price, ...values };
  const page = (await readFile(file, 'utf8')).replace(/{(\w+)}/g, (_, name) => all[name]);
  response.set('Content-Security-Policy', policy).type('html').send(page);
}

app.listen(PORT, HOST, (error) => {
  if (error?.code === 'EADDRINUSE')
    stop(`Port ${PORT} is in use. Choose another one: PORT=${Number(PORT) + 1} npm start`);
  if (error) throw error;
  console.log(`Checkout at http://localhost:${PORT}`);
});

function stop(reason) {
  console.error(reason);
  process.exit(1);
}
