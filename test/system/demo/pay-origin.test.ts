import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PayableOrder } from '../../../demo/shop/orders.js';
import { withDemo } from '../../support/demo.js';
import { newKey, post } from '../../support/node-proxy.js';
import { samplePayment } from '../../support/sample-payment.js';

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

  it('serves the files of the frame', async () => {
    const { payUrl } = context.demo;
    const [, path = ''] = /href="(.+?)"/.exec(await (await fetch(`${payUrl}/frame`)).text()) ?? [];
    const { status, headers } = await fetch(`${payUrl}/${path}`);
    assert.deepEqual([status, /immutable/.test(headers.get('Cache-Control') ?? '')], [200, true]);
  });

  it('serves nothing else', async () => {
    const paths = ['/', '/orders', '/qa/', '/pay.html', '/payment-widget/payment-widget.js'];
    const answers = await Promise.all(paths.map((path) => fetch(new URL(path, context.demo.payUrl))));
    assert.deepEqual(
      answers.map(({ status }) => status),
      paths.map(() => 404),
    );
  });

  it('pays an order once, with the proxy of the shop', async () => {
    const { reference, amount, token } = await createOrder();
    const pay = (proxyUrl: string) =>
      post(proxyUrl, samplePayment({ reference, amount }), { 'Idempotency-Key': newKey(), 'Order-Token': token });
    const answers = [await pay(context.demo.payUrl), await pay(`${context.shopUrl}/pay`)];
    const replayed = answers.map(({ headers }) => headers.get('Idempotency-Replayed'));
    assert.deepEqual(
      [answers.map(({ status }) => status), replayed],
      [
        [200, 200],
        [null, 'true'],
      ],
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
