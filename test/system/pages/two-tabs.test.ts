import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pageWith, withShop } from '../../support/shop.js';
import { typeCard } from '../../support/shopper.js';

const context = withShop();

it('an order that is paid in one tab is shown as paid in another, at a proxy that only adds the API key', async () => {
  const { browser, shop } = context;
  let posts = 0;
  const forwarding = shop.mount(async (request) => {
    if (request.method !== 'POST') return new Response(null, { status: 404 });
    posts++;
    const headers = { Authorization: `Bearer ${shop.sandbox.apiKey}`, 'Content-Type': 'application/json' };
    return fetch(`${shop.sandbox.baseUrl}/v1/payments`, { method: 'POST', headers, body: await request.text() });
  });
  const form = `<payment-widget proxy-url="${forwarding}" amount="4999" currency="EUR" reference="order-1"></payment-widget>`;
  const url = shop.url + shop.show({ html: pageWith(form) });
  const tabs = await browser.newContext();
  const [first, second] = [await tabs.newPage(), await tabs.newPage()] as const;
  await Promise.all([first.goto(url), second.goto(url)]);
  await second.locator('payment-widget:state(ready)').waitFor();
  await typeCard(first, '4242424242424242');
  await first.keyboard.press('Enter');
  const third = await tabs.newPage(); // opened later
  await first.locator('payment-widget:state(paid)').waitFor();
  await third.goto(url);
  for (const tab of [second, third]) await tab.locator('[part=result-title]').waitFor();
  await tabs.close();
  assert.deepEqual([posts, shop.charges('order-1')], [1, [4999]]);
});
