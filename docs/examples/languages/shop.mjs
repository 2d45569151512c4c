// A small shop without a framework: npm install jose /path/to/payment-widget-0.1.0.tgz && PORT=8000 node shop.mjs
import { createServer } from 'node:http';
import { createRequestListener } from '@remix-run/node-fetch-server';

// #region secret
import { readFileSync } from 'node:fs';

/** The text of a secret file, without its line break. */
const readSecret = (name) => readFileSync(process.env[`${name}_FILE`], 'utf8').trim();
// #endregion secret

// #region token
import { createOrderToken } from 'payment-widget/proxy';

const tokenFor = ({ reference, amount, currency }) =>
  createOrderToken({ reference, amount, currency }, readSecret('ORDER_TOKEN_SECRET'));
// #endregion token

// #region webhook
import { verifyWebhook, WebhookVerificationError } from 'payment-widget/proxy';

const price = { amount: 4999, currency: 'EUR' }; // replace with your database

/** Answers `POST /settled`, a `Request` of the Fetch API. */
async function settled(request) {
  try {
    const { data } = (await verifyWebhook(request, readSecret('SETTLED_SECRET'))).payload;
    const isPrice = data.amount === price.amount && data.currency === price.currency;
    console.log(`${data.reference} ${isPrice ? data.outcome : 'at another price'}`);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof WebhookVerificationError) return new Response(null, { status: 401 });
    throw error;
  }
}
// #endregion webhook

// #region price
import { jwtVerify } from 'jose';

/** Whether the program asks for the price of this order. */
async function isPriceRequest(request, reference) {
  const token = request.headers.get('Authorization')?.replace('Bearer ', '') ?? '';
  const key = new TextEncoder().encode(readSecret('PRICE_SECRET'));
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], audience: 'price' });
    return payload.reference === reference;
  } catch {
    return false;
  }
}
// #endregion price

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

async function checkout(reference) {
  const page = `<!doctype html>
    <html lang="en">
      <title>Checkout</title>
      <script type="module" src="/payment-widget/payment-widget.js"></script>
      <payment-widget proxy-url="/pay" amount="4999" currency="EUR" reference="${escape(reference)}"
        order-token="${await tokenFor({ reference, ...price })}"></payment-widget>
    </html>`;
  return new Response(page, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

const listener = createRequestListener(async (request) => {
  const { pathname, searchParams } = new URL(request.url);
  const reference = searchParams.get('reference') ?? '';
  if (pathname === '/checkout') return checkout(reference);
  if (pathname === '/settled') return settled(request);
  if (pathname !== '/price') return new Response(null, { status: 404 });
  return (await isPriceRequest(request, reference)) ? Response.json(price) : new Response(null, { status: 401 });
});
createServer(listener).listen(Number(process.env.PORT), '127.0.0.1');
