import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { withShop, type Answer } from '../../support/shop.js';

const context = withShop();

/** A reverse proxy that only adds the API key: no `/config`, and no recognition of a repeated order. */
function forwardingProxy(posts: string[]): Answer {
  return async (request) => {
    if (request.method !== 'POST') return new Response(null, { status: 404 });
    posts.push(await request.clone().text());
    const { sandbox } = context.shop;
    const headers = { Authorization: `Bearer ${sandbox.apiKey}`, 'Content-Type': 'application/json' };
    const body = await request.text();
    return fetch(`${sandbox.baseUrl}/v1/payments`, { method: 'POST', headers, body });
  };
}

async function pay(page: Page): Promise<string | null> {
  for (const [id, value] of [
    ['cc-number', '4242424242424242'],
    ['cc-exp', '12/30'],
    ['cc-csc', '123'],
    ['cc-name', 'Ada Lovelace'],
  ] as const) {
    await page.locator(`#${id}`).fill(value);
  }
  await page.locator('[part~=pay-button]').click();
  return page.locator('[part=result-title], [part=summary]').textContent();
}

describe('an order that is paid in one tab, at a proxy that only forwards', () => {
  it('is shown as paid in a tab that is opened later', async () => {
    const { browser, shop } = context;
    const posts: string[] = [];
    const path = shop.show({
      html: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width" /><title>Checkout</title>
        <script type="module" src="/payment-widget.js"></script>
        <payment-widget proxy-url="${shop.mount(forwardingProxy(posts))}" amount="4999" currency="EUR" reference="order-1042"></payment-widget>`,
    });
    const tabs = await browser.newContext();
    try {
      const first = await tabs.newPage();
      await first.goto(shop.url + path);
      const title = (await pay(first))?.trim();
      const second = await tabs.newPage();
      await second.goto(shop.url + path);
      const shown = await second.locator('[part=result-title]').textContent(); // without Pay
      const titles = [title, shown?.trim()];
      assert.deepEqual(
        [titles, posts.length, shop.charges('order-1042').length],
        [['Payment successful', 'Payment successful'], 1, 1],
      );
    } finally {
      await tabs.close();
    }
  });

  it('is shown as paid in a tab that is open', async () => {
    const { browser, shop } = context;
    const path = shop.show({
      html: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width" /><title>Checkout</title>
        <script type="module" src="/payment-widget.js"></script>
        <payment-widget proxy-url="${shop.mount(forwardingProxy([]))}" amount="4999" currency="EUR" reference="order-1043"></payment-widget>`,
    });
    const tabs = await browser.newContext();
    try {
      const [first, second] = [await tabs.newPage(), await tabs.newPage()] as const;
      await Promise.all([first, second].map((page) => page.goto(shop.url + path)));
      await second.locator('payment-widget:state(ready)').waitFor();
      await pay(first);
      const title = await second.locator('[part=result-title]').textContent();
      assert.equal(title?.trim(), 'Payment successful');
    } finally {
      await tabs.close();
    }
  });
});
