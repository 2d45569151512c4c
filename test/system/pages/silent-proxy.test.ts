import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MINIMAL_CSP } from '../../../tools/strict-page.js';
import { proxyTo, withShop, type Answer } from '../../support/shop.js';
import { typeCard } from '../../support/shopper.js';

const context = withShop();
let orders = 0;

/** The origin of the proxy: the same server under another name. */
const otherOrigin = () => context.shop.url.replace('localhost', '127.0.0.1');

/** A proxy in front of the sandbox. */
const proxyFor = (allowedOrigins: readonly string[]) =>
  proxyTo(context.shop.sandbox, { allowedOrigins: [...allowedOrigins] });

/** Pays on a page of the shop, and reloads it after a failure. @returns outcome, stored entries and charges */
async function pay(proxyUrl: string, csp?: string) {
  const { browser, shop } = context;
  const reference = `silent-${++orders}`;
  const page = await browser.newPage();
  const html = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width" /><script type="module" src="/payment-widget.js"></script>
    <payment-widget proxy-url="${proxyUrl}" amount="4999" currency="EUR" reference="${reference}"></payment-widget></html>`;
  await page.goto(shop.url + shop.show({ html, ...(csp && { csp }) }));
  const ended = page.evaluate(
    () =>
      new Promise<[string, string | undefined]>((resolve) => {
        for (const type of ['payment-success', 'payment-failure', 'payment-unknown']) {
          addEventListener(type, (event) => {
            resolve([type, (event as CustomEvent<{ error?: { code: string } }>).detail.error?.code]);
          });
        }
      }),
  );
  await typeCard(page, '4242424242424242');
  await page.keyboard.press('Enter');
  const [type, code] = await ended;
  const stored = await page.evaluate(() => sessionStorage.length);
  if (type === 'payment-failure') {
    await page.reload();
    await page.locator('payment-widget #cc-number').waitFor(); // the form, and not the doubt
  }
  await page.close();
  return { type, code, stored, charges: shop.charges(reference).length };
}

const NOT_SENT = { type: 'payment-failure', code: 'proxy_error', stored: 0, charges: 0 };

describe('a proxy that does not answer the page gets no payment', () => {
  it('as it does not allow the origin', async () => {
    assert.deepEqual(await pay(otherOrigin() + context.shop.mount(proxyFor([]))), NOT_SENT);
  });

  it('as the Content Security Policy blocks it', async () => {
    const proxy = otherOrigin() + context.shop.mount(proxyFor([context.shop.url]));
    assert.deepEqual(await pay(proxy, MINIMAL_CSP), NOT_SENT);
  });

  it('as it answers the preflight, but hides the response', async () => {
    const bodies: string[] = [];
    const answer: Answer = async (request) => {
      if (request.method === 'OPTIONS') return proxyFor([context.shop.url])(request);
      if (request.method === 'POST') bodies.push(await request.text());
      return Response.json({}); // without CORS headers: the payment would be made
    };
    assert.deepEqual(await pay(otherOrigin() + context.shop.mount(answer)), NOT_SENT);
    assert.deepEqual([...new Set(bodies)], ['{}']);
  });
});

it('a proxy that allows the origin for payments only is paid at', async () => {
  const proxy = proxyFor([context.shop.url]);
  const answer: Answer = (request) => (request.method === 'GET' ? new Response(null, { status: 404 }) : proxy(request));
  const { type, charges } = await pay(otherOrigin() + context.shop.mount(answer));
  assert.deepEqual([type, charges], ['payment-success', 1]);
});
