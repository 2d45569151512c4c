import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PayableOrder } from '../../../demo/shop/orders.js';
import { withDemo } from '../../support/demo.js';

describe('the payment origin of the demo', () => {
  const context = withDemo();
  const createOrder = async () =>
    (await (await fetch(`${context.shopUrl}/orders`, { method: 'POST' })).json()) as PayableOrder;

  for (const path of ['/pay', '/qa/test', '/qa/live']) {
    it(`serves the frame for pages of the shop: ${path}`, async () => {
      const { payUrl } = context.demo;
      const { status, headers } = await fetch(new URL(`${path}/frame`, payUrl));
      const policy = headers.get('Content-Security-Policy') ?? '';
      assert.deepEqual([status, policy.endsWith(`frame-ancestors ${context.shopUrl}`)], [200, true]);
    });
  }

  it('serves nothing else', async () => {
    const paths = ['/', '/orders', '/qa/', '/pay.html', '/payment-widget/payment-widget.js'];
    const answers = await Promise.all(paths.map((path) => fetch(new URL(path, context.demo.payUrl))));
    assert.deepEqual(
      answers.map(({ status }) => status),
      paths.map(() => 404),
    );
  });

  it('is the proxy of the shop’s page on demand', async (t) => {
    const page = await context.browser.newPage();
    t.after(() => page.close());
    const { reference, frameProxy } = await createOrder();
    await page.goto(`${context.shopUrl}/?order=${reference}`);
    const widget = page.locator('payment-widget');
    assert.equal(await widget.getAttribute('proxy-url'), '/pay');
    await page.locator('.appearance label', { hasText: /^Form/ }).locator('select').selectOption('isolated');
    await page.locator('payment-widget[isolated]').waitFor();
    assert.deepEqual([await widget.getAttribute('proxy-url'), frameProxy], [context.demo.payUrl, context.demo.payUrl]);
  });
});
